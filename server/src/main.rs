//! The `csieve` program.

use std::process::ExitCode;

/// An analysis is made of many small objects; the system's allocator takes a third of its time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    csieve::cli::main()
}
