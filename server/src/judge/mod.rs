//! Judging what other tools report ([0052](../../../docs/decisions/0052-judging-reports.md)).
//!
//! A report in any form becomes a SARIF log with its results read out ([`Report`]): `form` guesses the form, `gcc`,
//! `plist` and `cppcheck` write what they read as SARIF, and `sarif` reads results. `claim` says what a result claims of
//! which variable, by the table `rules.toml`. `verdict` analyses the files and has the claims decided.

mod claim;
mod cppcheck;
mod form;
mod gcc;
mod plist;
mod rules;
mod sarif;
mod stated;
mod verdict;

pub use form::read;
pub use stated::{Place, Report, Stated, Step};
pub use verdict::{Evidence, Files, Verdict, Verdicts, judge};
