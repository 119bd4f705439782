//! Names of functions that are whole programs.

/// Returns whether a function is the main function of one of several programs in one binary: `tar_main`. What
/// it holds at its end is released by the system.
pub fn is_program(function: &str) -> bool {
    function.ends_with("_main")
}
