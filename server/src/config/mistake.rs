//! Mistakes in TOML files of users, told at their places.

use std::fmt;

use csieve_analysis::text::one_line;

use super::lists::similar;

/// What is wrong in a TOML file of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The problem, as a sentence without a full stop.
    pub what: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.what)
    }
}

/// A problem with its byte offset in the text.
pub(super) type At = (usize, String);

/// Returns what a message of the reader of TOML means, for people. `there` is the text at its place.
pub(crate) fn said(message: &str, there: &str) -> String {
    let message = message.trim().replace('\n', ", ");
    let Some(known) = message.strip_prefix("unknown field ") else { return message };
    let mut names = known.split('`').skip(1).step_by(2);
    let name = names.next().unwrap_or(there);
    let names: Vec<&str> = names.collect();
    let hint = match similar(name, names.iter().copied()) {
        Some(similar) => format!("; did you mean `{similar}`"),
        None => String::new(),
    };
    format!("there is no key `{name}`{hint}. The keys here are: {}", names.join(", "))
}

pub(crate) fn place(text: &str, (at, what): At) -> Wrong {
    let before = text.get(..at.min(text.len())).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    Wrong { line: before.matches('\n').count() + 1, column: line.chars().count() + 1, what: one_line(&what) }
}
