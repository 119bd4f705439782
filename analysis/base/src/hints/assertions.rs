//! Names of macros that assert something.

/// Returns whether a macro asserts its argument by its name: `GIT_ASSERT`, `my_assert`.
pub fn is_assertion(name: &str) -> bool {
    name.to_ascii_lowercase().contains("assert")
}

/// Returns the value that the author expects of a condition inside `ALWAYS(x)` or `NEVER(x)`. `None` for
/// other names.
pub fn expectation(name: &str) -> Option<bool> {
    match name {
        "ALWAYS" => Some(true),
        "NEVER" => Some(false),
        _ => None,
    }
}
