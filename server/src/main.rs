//! The `csieve` program, which runs the command line of the `csieve` library.

use std::process::ExitCode;

/// Allocates memory instead of the system's allocator: an analysis makes many small objects, and the system's
/// allocator would take a third of the time. It is built without huge pages (`no_thp`), with which a server at rest would
/// take half as much memory again and gain no time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    csieve::cli::main()
}
