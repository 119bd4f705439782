//! Recognises, by their names, macros and functions that assert a condition.

/// Returns whether the name of a macro says that it asserts its argument: `GIT_ASSERT`, `my_assert`.
pub fn is_assertion(name: &str) -> bool {
    name.to_ascii_lowercase().contains("assert")
}

/// Returns whether the name of a function says that it checks its arguments, and may not return if one of them is wrong:
/// `check_equal`, `_assert_int_equal`, `expectTrue`.
pub fn is_check(name: &str) -> bool {
    const WORDS: [&str; 7] = ["assert", "check", "ensure", "expect", "must", "require", "verify"];
    let name = name.to_ascii_lowercase();
    WORDS.iter().any(|word| name.contains(word))
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
