//! Headers that are a part of csieve, for machines without a compiler. C promises these headers even without
//! an operating system.

/// Returns the text of a built-in header, or `None` if no built-in header has this name.
pub(super) fn builtin(name: &str) -> Option<&'static str> {
    Some(match name {
        "float.h" => include_str!("builtin/float.h"),
        "iso646.h" => include_str!("builtin/iso646.h"),
        "limits.h" => include_str!("builtin/limits.h"),
        "stdalign.h" => include_str!("builtin/stdalign.h"),
        "stdarg.h" => include_str!("builtin/stdarg.h"),
        "stdbool.h" => include_str!("builtin/stdbool.h"),
        "stddef.h" => include_str!("builtin/stddef.h"),
        "stdint.h" => include_str!("builtin/stdint.h"),
        "stdnoreturn.h" => include_str!("builtin/stdnoreturn.h"),
        _ => return None,
    })
}
