//! `cargo xtask refuters`: generates the page of the refuters from their declarations.

use clap::Args;
use csieve_analysis::refuters::page;

use crate::files::{self, Generated};

/// The path of the page about refuters, relative to the root of the repository.
const PAGE: &str = "docs/refuters.md";

/// The command that generates the page, for messages.
const COMMAND: &str = "cargo xtask refuters";

/// The arguments of `cargo xtask refuters`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Write nothing; fail if the page is out of date.
    #[arg(long)]
    check: bool,
}

/// Writes the page, or checks that it is up to date.
///
/// # Errors
/// One plain sentence if the page cannot be read or written, or is out of date.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let files = [Generated { path: PAGE.to_owned(), text: page() }];
    if arguments.check { files::check(&files, COMMAND) } else { files::write(&files) }
}

#[cfg(test)]
mod tests {
    use super::{Arguments, run};

    #[test]
    fn the_page_is_up_to_date() {
        assert_eq!(run(&Arguments { check: true }), Ok(()));
    }
}
