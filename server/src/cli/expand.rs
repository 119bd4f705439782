//! The command `csieve expand`, which prints a file after preprocessing.

use std::{fmt::Display, path::PathBuf};

use clap::Args;
use csieve_analysis::preprocess::{self, Note, Preprocessed};

use super::{
    CLEAN, Failure,
    build::{BuildArgs, checked},
    output::print,
};
use crate::project;

/// Print a file after preprocessing, as csieve sees it.
#[derive(Args, Debug)]
pub(super) struct Expand {
    /// The C file; a header is printed as a part of a file that includes it.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Show no notes.
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    build: BuildArgs,
}

impl Expand {
    pub(super) fn run(self) -> Result<u8, Failure> {
        project::read(&self.file).map_err(|error| self.unreadable(&error))?;
        let build = checked(&self.build.builds()?, &self.file)?;
        let mut main = build.source().ok_or_else(|| self.unreadable(&"it cannot be read"))?;
        if self.file.file_name() == build.main.file_name() {
            // Like a compiler, use the path as the user gave it: `__FILE__` expands to it.
            main.path = self.file.to_string_lossy().into();
        }
        let unit = preprocess::preprocess(main, &*build.headers, &build.options);
        if !self.quiet {
            for note in &build.notes {
                eprintln!("note: {note}");
            }
            for note in &unit.notes {
                eprintln!("warning: {}", located(note, &unit));
            }
        }
        print(&unit.text())?;
        Ok(CLEAN)
    }

    fn unreadable(&self, reason: &dyn Display) -> Failure {
        Failure::incomplete(format!("{}: {reason}", self.file.display()))
    }
}

/// Returns a preprocessor note with its place, such as "src/a.c:3:1: Header 'x.h' is not found".
fn located(note: &Note, unit: &Preprocessed) -> String {
    let Some(source) = unit.sources.get(note.place.source.0 as usize) else { return note.message.clone() };
    let (line, column) = source.lexed.lines().line_column(note.place.span.start);
    format!("{}:{}:{}: {}", source.path, line + 1, column + 1, note.message)
}
