//! The `csieve` program, which runs the command line of the `csieve` library.

use std::process::ExitCode;

/// Allocates memory instead of the system's allocator: an analysis makes many small objects, and the system's
/// allocator would take a third of the time. Without huge pages of the system (`no_thp`), of which each is cleared as a
/// whole, however little of it is used: with them, a server at rest takes half as much memory again.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    csieve::cli::main()
}
