//! The command `csieve rules`, which lists the checks or describes one.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use clap::Args;
use csieve_analysis::{
    checks::{Declaration, declaration, page},
    rule::Rule,
};

use super::{CLEAN, Failure, output::print};
use crate::{
    config,
    library::{self, Added},
};

/// List the checks, or describe one.
#[derive(Args, Debug)]
pub(super) struct Rules {
    /// The check to describe.
    #[arg(value_name = "CHECK")]
    check: Option<String>,
    /// List the rules of this file, too; may be given several times.
    #[arg(id = "file", long = "rules", value_name = "FILE", conflicts_with = "check")]
    files: Vec<PathBuf>,
    /// Print the JSON schema of files with rules.
    #[arg(long, conflicts_with_all = ["check", "file"])]
    schema: bool,
}

impl Rules {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let text = match self.check {
            _ if self.schema => config::schema_of_rules(),
            Some(name) => {
                let rules =
                    config::parse_checks([name.as_str()]).map_err(|e| Failure::usage(e.to_string()))?;
                match rules.as_slice() {
                    [rule] => page(*rule),
                    _ => return Err(Failure::usage("name one check")),
                }
            }
            None => list(self.files)?,
        };
        print(&text)?;
        Ok(CLEAN)
    }
}

/// Returns the list of all checks, and of the rules in files of the user.
fn list(files: Vec<PathBuf>) -> Result<String, Failure> {
    let added = Added { tables: Vec::new(), rules: files };
    let library = library::load(&added, &Path::to_path_buf).map_err(Failure::usage)?;
    let own = library.own().all().iter();
    let own = own.map(|rule| {
        let [none, no, nothing] = <[String; 3]>::default();
        [rule.name.id.to_string(), rule.name.title.to_string(), none, no, nothing]
    });
    let rows: Vec<[String; COLUMNS]> = Rule::ALL.iter().map(|rule| row(*rule)).chain(own).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    let mut out = String::new();
    for row in &rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
        let _ = writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    Ok(out)
}

/// The number of columns in the list of checks.
const COLUMNS: usize = 5;

/// Returns the row of a check in the list, with its numbers in CWE, CERT and MISRA.
fn row(rule: Rule) -> [String; COLUMNS] {
    let Declaration { cwe, cert, misra, title, .. } = declaration(rule);
    let off = if rule.is_default() { "" } else { " (off by default)" };
    [rule.id().to_owned(), format!("{title}{off}"), format!("CWE-{cwe}"), cert.join(", "), misra.join(", ")]
}
