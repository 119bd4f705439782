//! `cargo xtask docs`: generates the pages of the checks and the table in `docs/findings.md` from the declarations of
//! the checks.

use std::{fmt::Write, fs};

use clap::Args;
use csieve_base::rule::Rule;
use csieve_modelcheck::checks::{declaration, page};

use crate::files::{self, Generated};

/// The folder of the pages about checks, relative to the root of the repository.
const PAGES: &str = "docs/checks";

/// The file with the table of all checks, relative to the root of the repository.
const TABLE: &str = "docs/findings.md";

/// The command that generates the pages and the table, for messages.
const COMMAND: &str = "cargo xtask docs";

/// The marks before and after the table of checks.
const MARKS: [&str; 2] = ["<!-- checks -->\n", "<!-- /checks -->"];

/// The arguments of `cargo xtask docs`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Write nothing; fail if a file is out of date.
    #[arg(long)]
    check: bool,
}

/// Writes the generated files, or checks that they are up to date.
///
/// # Errors
/// One plain sentence if a file cannot be read or written, or is out of date.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let files = wanted()?;
    if arguments.check { files::check(&files, COMMAND) } else { files::write(&files) }
}

/// Returns the pages with the text that they should have.
fn wanted() -> Result<Vec<Generated>, String> {
    let pages = Rule::ALL
        .iter()
        .map(|rule| Generated { path: format!("{PAGES}/{}.md", rule.id()), text: page(*rule) });
    let mut files: Vec<Generated> = pages.collect();
    let around =
        fs::read_to_string(files::root().join(TABLE)).map_err(|error| format!("{TABLE}: {error}"))?;
    let with_marks = || {
        let (before, rest) = around.split_once(MARKS[0])?;
        let (_, after) = rest.split_once(MARKS[1])?;
        Some(format!("{before}{}{}{}{after}", MARKS[0], table(), MARKS[1]))
    };
    let text = with_marks().ok_or_else(|| format!("{TABLE} has no marks around the table of checks"))?;
    files.push(Generated { path: TABLE.to_owned(), text });
    Ok(files)
}

/// Returns the table of all checks, in the order of the rules.
fn table() -> String {
    let mut out = String::from("| check | finds |\n|---|---|\n");
    for rule in Rule::ALL {
        let (id, finds) = (rule.id(), declaration(*rule).finds);
        let off = if rule.is_default() { "" } else { " (off by default)" };
        let _ = writeln!(out, "| [{id}](checks/{id}.md) | {finds}{off} |");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Arguments, run};

    #[test]
    fn pages_and_table_are_up_to_date() {
        assert_eq!(run(&Arguments { check: true }), Ok(()));
    }
}
