//! The `csieve` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    csieve::cli::main()
}
