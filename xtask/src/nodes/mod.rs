//! `cargo xtask nodes`: generates the node kinds and fields of the C grammar as Rust enumerations, from the
//! grammar's `node-types.json`.

mod grammar;
mod names;
mod print;

use crate::files::{self, Generated};
use grammar::Grammar;

/// The folder of the generated files, relative to the root of the repository.
const FOLDER: &str = "analysis/frontend/src/syntax/nodes/generated";

/// The command that generates the enumerations, for messages.
const COMMAND: &str = "cargo xtask nodes";

/// The arguments of `cargo xtask nodes`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing; fail if a file is out of date.
    #[arg(long)]
    check: bool,
}

/// Writes the generated files, or checks that they are up to date.
///
/// # Errors
/// A sentence if the grammar cannot be read, a file cannot be written, or a checked file is out of date.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let files = generated()?;
    if arguments.check { files::check(&files, COMMAND) } else { files::write(&files) }
}

fn generated() -> Result<Vec<Generated>, String> {
    let grammar = Grammar::parse(tree_sitter_c::NODE_TYPES)?;
    let file = |name: &str, text| Generated { path: format!("{FOLDER}/{name}"), text };
    Ok(vec![
        file("mod.rs", print::module(COMMAND)),
        file("kind.rs", print::kinds(&grammar, COMMAND)),
        file("field.rs", print::fields(&grammar, COMMAND)),
        file("names.rs", print::names(&grammar, COMMAND)),
    ])
}

#[cfg(test)]
mod tests {
    use super::{Arguments, run};

    #[test]
    fn the_generated_files_are_up_to_date() {
        assert_eq!(run(&Arguments { check: true }), Ok(()));
    }
}
