//! The `csieve` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    csieve::lsp::serve()
}
