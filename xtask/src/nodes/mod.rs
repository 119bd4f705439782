//! `cargo xtask nodes`: the node kinds and fields of the C grammar as Rust enums, from its `node-types.json`.

mod grammar;
mod names;
mod print;

use crate::files::{self, Generated};
use grammar::Grammar;

/// The folder of the generated files, from the root of the repository.
const FOLDER: &str = "analysis/frontend/src/syntax/nodes/generated";

/// The command that writes them.
const COMMAND: &str = "cargo xtask nodes";

/// Arguments of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing; fail if a file is out of date.
    #[arg(long)]
    check: bool,
}

/// Runs the command.
///
/// # Errors
/// A sentence: the grammar cannot be read, a file cannot be written, or a checked file is out of date.
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
