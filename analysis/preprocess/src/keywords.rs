//! Keywords with several spellings.

use super::{Name, known};

/// Returns the usual spelling of a keyword, such as `const` for `__const__`, and every other name unchanged.
pub fn canonical(name: Name) -> Name {
    match name {
        known::CONST_2 | known::CONST_3 => known::CONST,
        known::VOLATILE_2 | known::VOLATILE_3 => known::VOLATILE,
        known::INLINE_2 | known::INLINE_3 => known::INLINE,
        known::SIGNED_2 | known::SIGNED_3 => known::SIGNED,
        known::RESTRICT_2 | known::RESTRICT_3 => known::RESTRICT,
        known::ASM_2 | known::ASM_3 => known::ASM,
        known::ATTRIBUTE_2 => known::ATTRIBUTE,
        known::TYPEOF_2 | known::TYPEOF_3 => known::TYPEOF,
        known::ALIGNOF_2 | known::ALIGNOF_3 | known::ALIGNOF_4 => known::ALIGNOF,
        known::ALIGNAS_2 => known::ALIGNAS,
        known::COMPLEX_2 | known::COMPLEX_3 => known::COMPLEX,
        known::THREAD_LOCAL_2 | known::THREAD_LOCAL_3 => known::THREAD_LOCAL,
        known::STATIC_ASSERT_2 => known::STATIC_ASSERT,
        known::BOOL_2 => known::BOOL,
        other => other,
    }
}
