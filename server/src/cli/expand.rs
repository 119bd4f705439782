//! The command `csieve expand`, which prints a file after preprocessing.

use std::{
    fmt::{Display, Write},
    path::PathBuf,
};

use clap::Args;
use csieve_analysis::{
    model::DataModel,
    preprocess::{self, Note, Preprocessed},
};

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
    /// Print the sizes of types that count for the file in place of its text.
    #[arg(long)]
    types: bool,
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
        if self.types {
            print(&types(build.options.model))?;
            return Ok(CLEAN);
        }
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

/// Returns a line for each type: its width and its sign, and what else the target decides.
fn types(model: DataModel) -> String {
    let sign = |is_signed: bool| if is_signed { "signed" } else { "unsigned" };
    let numbers = [
        ("char", 8, Some(model.char_is_signed)),
        ("short", model.short, None),
        ("int", model.int, None),
        ("long", model.long, None),
        ("long long", model.long_long, None),
        ("pointers", model.pointer, None),
        ("size_t", model.size, None),
        ("wchar_t", model.wchar, Some(model.wchar_is_signed)),
        ("double", 8 * model.double, None),
        ("long double", 8 * model.long_double, None),
    ];
    let mut lines = String::new();
    for (name, bits, is_signed) in numbers {
        let sign = is_signed.map_or_else(String::new, |is_signed| format!(", {}", sign(is_signed)));
        let _ = writeln!(lines, "{name:<12}{bits} bits{sign}");
    }
    let of_enum = if model.short_enums { "the smallest type" } else { "int" };
    let order = if model.is_big_endian { "most" } else { "least" };
    let _ = writeln!(lines, "{:<12}{of_enum}", "enum");
    let _ = writeln!(lines, "{:<12}at most {} bytes", "alignment", model.alignment);
    let _ = writeln!(lines, "{:<12}{order} significant byte first", "order");
    lines
}

/// Returns a preprocessor note with its place, such as "src/a.c:3:1: Header 'x.h' is not found".
fn located(note: &Note, unit: &Preprocessed) -> String {
    let Some(source) = unit.sources.get(note.place.source.0 as usize) else { return note.message.clone() };
    let (line, column) = source.lexed.lines().line_column(note.place.span.start);
    format!("{}:{}:{}: {}", source.path, line + 1, column + 1, note.message)
}
