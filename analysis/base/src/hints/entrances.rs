//! Recognises, by their names, functions that code outside of C files calls: the system, the runtime of another
//! language, a fuzzer.

use crate::text::words;

/// Whole names of such functions.
const NAMES: &[&str] =
    &["main", "wmain", "WinMain", "wWinMain", "DllMain", "init_module", "cleanup_module", "app_main"];

/// What such names begin with.
const STARTS: &[&str] = &[
    "_",
    "LLVMFuzzer",
    "Java_",
    "JNI_",
    "PyInit_",
    "Init_",
    "R_init_",
    "R_unload_",
    "luaopen_",
    "boot_",
    "pam_sm_",
];

/// What such names end with. Fortran adds the underscore.
const ENDS: &[&str] = &["_", "_Init", "_SafeInit", "_handler", "_Handler", "_isr", "_ISR", "_main"];

/// Returns whether code outside of C files may call a function, judging by its name.
pub fn is_called_from_outside(function: &str) -> bool {
    NAMES.contains(&function)
        || STARTS.iter().any(|start| function.starts_with(start))
        || ENDS.iter().any(|end| function.ends_with(end))
}

/// Returns whether a word before the name of a function, in its definition as it stands in the file, vanishes in
/// preprocessing. Such macros tell a linker that other code calls the function.
pub fn has_mark(written: &str, expanded: &str) -> bool {
    words(written).any(|word| !words(expanded).any(|known| known == word))
}
