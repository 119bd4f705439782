//! Spellings that the program itself knows. They are interned first, so each has the same [`Name`] in every unit
//! and is compared as a number.

use super::Name;

macro_rules! words {
    ($($constant:ident = $text:literal,)*) => {
        /// All of them, in the order of their names.
        pub const ALL: &[&str] = &[$($text),*];
        words!(@name 0u32; $($constant = $text,)*);
    };
    (@name $index:expr;) => {};
    (@name $index:expr; $constant:ident = $text:literal, $($rest:tt)*) => {
        #[doc = concat!("`", $text, "`")]
        pub const $constant: Name = Name($index);
        words!(@name $index + 1u32; $($rest)*);
    };
}

words! {
    OPEN_BRACE = "{",
    CLOSE_BRACE = "}",
    OPEN_PAREN = "(",
    CLOSE_PAREN = ")",
    OPEN_BRACKET = "[",
    CLOSE_BRACKET = "]",
    SEMICOLON = ";",
    COMMA = ",",
    ASSIGN = "=",
    COLON = ":",
    STAR = "*",
    DOT = ".",
    ARROW = "->",
    STRUCT = "struct",
    UNION = "union",
    ENUM = "enum",
    TYPEDEF = "typedef",
    RETURN = "return",
    GOTO = "goto",
    IF = "if",
    WHILE = "while",
    FOR = "for",
    SWITCH = "switch",
    ELSE = "else",
    DO = "do",
    CASE = "case",
    DEFAULT = "default",
    BREAK = "break",
    CONTINUE = "continue",
    SIZEOF = "sizeof",
    VOID = "void",
    CHAR = "char",
    SHORT = "short",
    INT = "int",
    LONG = "long",
    FLOAT = "float",
    DOUBLE = "double",
    SIGNED = "signed",
    UNSIGNED = "unsigned",
    BOOL = "_Bool",
    COMPLEX = "_Complex",
    CONST = "const",
    VOLATILE = "volatile",
    STATIC = "static",
    EXTERN = "extern",
    REGISTER = "register",
    AUTO = "auto",
    INLINE = "inline",
    NORETURN = "_Noreturn",
    ATOMIC = "_Atomic",
    THREAD_LOCAL = "_Thread_local",
    ALIGNAS = "_Alignas",
    ALIGNOF = "_Alignof",
    GENERIC = "_Generic",
    STATIC_ASSERT = "_Static_assert",
    RESTRICT = "restrict",
    ASM = "asm",
    ATTRIBUTE = "__attribute__",
    EXTENSION = "__extension__",
    TYPEOF = "typeof",
    TYPEOF_UNQUAL = "typeof_unqual",
    VA_ARG = "__builtin_va_arg",
    OFFSETOF = "__builtin_offsetof",
    TYPES_COMPATIBLE = "__builtin_types_compatible_p",
    LABEL = "__label__",
    ELLIPSIS = "...",
    CONST_2 = "__const",
    CONST_3 = "__const__",
    VOLATILE_2 = "__volatile",
    VOLATILE_3 = "__volatile__",
    INLINE_2 = "__inline",
    INLINE_3 = "__inline__",
    SIGNED_2 = "__signed",
    SIGNED_3 = "__signed__",
    RESTRICT_2 = "__restrict",
    RESTRICT_3 = "__restrict__",
    ASM_2 = "__asm",
    ASM_3 = "__asm__",
    ATTRIBUTE_2 = "__attribute",
    TYPEOF_2 = "__typeof",
    TYPEOF_3 = "__typeof__",
    ALIGNOF_2 = "__alignof",
    ALIGNOF_3 = "__alignof__",
    ALIGNOF_4 = "alignof",
    ALIGNAS_2 = "alignas",
    COMPLEX_2 = "__complex__",
    COMPLEX_3 = "__complex",
    THREAD_LOCAL_2 = "__thread",
    THREAD_LOCAL_3 = "thread_local",
    STATIC_ASSERT_2 = "static_assert",
    BOOL_2 = "bool",
}

/// The usual spelling of a keyword that has several: `const` for `__const__`.
pub fn canonical(name: Name) -> Name {
    match name {
        CONST_2 | CONST_3 => CONST,
        VOLATILE_2 | VOLATILE_3 => VOLATILE,
        INLINE_2 | INLINE_3 => INLINE,
        SIGNED_2 | SIGNED_3 => SIGNED,
        RESTRICT_2 | RESTRICT_3 => RESTRICT,
        ASM_2 | ASM_3 => ASM,
        ATTRIBUTE_2 => ATTRIBUTE,
        TYPEOF_2 | TYPEOF_3 => TYPEOF,
        ALIGNOF_2 | ALIGNOF_3 | ALIGNOF_4 => ALIGNOF,
        ALIGNAS_2 => ALIGNAS,
        COMPLEX_2 | COMPLEX_3 => COMPLEX,
        THREAD_LOCAL_2 | THREAD_LOCAL_3 => THREAD_LOCAL,
        STATIC_ASSERT_2 => STATIC_ASSERT,
        BOOL_2 => BOOL,
        other => other,
    }
}
