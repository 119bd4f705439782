//! Reads the files in which tools and people describe a build.

mod clangd;
mod json;
mod neighbour;
mod search;
mod strip;
mod txt;
mod yaml;

use std::{
    fmt,
    path::{Path, PathBuf},
};

pub use clangd::{Clangd, DatabaseRule};
pub use json::{Database, Entry};
pub use neighbour::nearest;
pub use search::{Around, FLAGS, database_in};
pub use strip::strip;
pub use txt::read as read_txt;

/// A problem in a file that describes a build.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    /// The file with the problem.
    pub path: PathBuf,
    /// The line and column, from 1, where they are known.
    pub place: Option<(usize, usize)>,
    /// A description of the problem, without a full stop.
    pub what: String,
}

impl Problem {
    /// Creates a problem with a whole file.
    pub fn new(path: &Path, what: &dyn fmt::Display) -> Self {
        Self { path: path.to_owned(), place: None, what: what.to_string() }
    }

    fn json(path: &Path, error: &serde_json::Error) -> Self {
        let message = error.to_string();
        let tail = format!(" at line {} column {}", error.line(), error.column());
        let what = message.strip_suffix(&tail).unwrap_or(&message).to_owned();
        let place = (error.line() > 0).then_some((error.line(), error.column().max(1)));
        Self { path: path.to_owned(), place, what }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some((line, column)) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.what)
    }
}
