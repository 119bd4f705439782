//! Recognises, by their names, functions that are whole programs.

/// Returns whether a function is the main function of one of several programs in one binary: `tar_main`. The
/// operating system releases the memory and resources that such a function still holds at its end.
pub fn is_program(function: &str) -> bool {
    function.ends_with("_main")
}

/// Returns whether a function of this name returns the next option of the command line.
pub fn asks_for_option(name: &str) -> bool {
    matches!(
        name,
        "getopt" | "getopt_long" | "getopt_long_only" | "poptGetNextOpt" | "ap_getopt" | "apr_getopt"
    )
}
