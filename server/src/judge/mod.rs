//! Judging what other tools report ([0052](../../../docs/decisions/0052-judging-reports.md)).
//!
//! A report in any form becomes a SARIF log with its results read out ([`Report`]): `form` guesses the form, `gcc`,
//! `plist` and `cppcheck` write what they read as SARIF, and `sarif` reads results. `claim` says what a result claims of
//! which variable, by the table `rules.toml`. `report` analyses the files, and `within` has the claims in one file decided.
//! `shown` reads the names of rules as editors and terminals show them.

mod claim;
mod cppcheck;
mod form;
mod gcc;
mod plist;
mod report;
mod rules;
mod sarif;
mod shown;
mod stated;
mod verdict;
mod within;

pub use form::read;
pub use report::{Files, Verdicts, judge};
pub use rules::{Claimed, claimed};
pub use shown::{has_path, named};
pub use stated::{Place, Report, Stated, Step};
pub use verdict::{Evidence, Verdict};
pub use within::{JudgedFile, judge_in};
