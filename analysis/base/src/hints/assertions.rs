//! Recognises, by their names, macros that assert a condition.

/// Returns whether the name of a macro says that it asserts its argument: `GIT_ASSERT`, `my_assert`.
pub fn is_assertion(name: &str) -> bool {
    name.to_ascii_lowercase().contains("assert")
}

/// Returns the truth value that the author expects of the condition in `ALWAYS(condition)` or
/// `NEVER(condition)`. `None` for macros with other names.
pub fn expectation(name: &str) -> Option<bool> {
    match name {
        "ALWAYS" => Some(true),
        "NEVER" => Some(false),
        _ => None,
    }
}
