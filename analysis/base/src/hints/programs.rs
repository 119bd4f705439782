//! Recognises, by their names, functions that are whole programs.

/// Returns whether a function is the main function of one of several programs in one binary: `tar_main`. The
/// operating system releases the memory and resources that such a function still holds at its end.
pub fn is_program(function: &str) -> bool {
    function.ends_with("_main")
}
