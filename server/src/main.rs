//! The `csieve` program, which runs the command line of the `csieve` library.

use std::process::ExitCode;

/// Allocates memory instead of the system's allocator: an analysis makes many small objects, and the system's
/// allocator would take a third of the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    csieve::cli::main(keep_memory)
}

/// mimalloc's `mi_option_purge_delay`: the milliseconds after which free memory goes back to the system.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

/// Never gives free memory back to the system before the program ends. Each function needs it again, and the system
/// would clear it once more, which is a twentieth of the time of a check.
#[expect(unsafe_code, reason = "the options of the allocator have no other interface")]
fn keep_memory() {
    // SAFETY: the two functions read and write a number in a table, and know which numbers of options there are.
    unsafe {
        // The number of an option is no promise. The default is documented, so it shows that this is the right one.
        if libmimalloc_sys::mi_option_get(PURGE_DELAY) == 10 {
            libmimalloc_sys::mi_option_set(PURGE_DELAY, -1);
        }
    }
}
