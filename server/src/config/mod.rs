//! Settings that the command line and editors share: lists of checks and refuters, and the file `csieve.toml`.
//!
//! [`Table`] is what the file may say, [`Config`] what it means: names are looked up, paths are absolute, globs are
//! compiled. Which file counts for a C file is the question of [`crate::build::Builds::config`].

mod fail_on;
mod globs;
mod lists;
mod meaning;
mod mistake;
mod read;
mod table;

pub use fail_on::{FailOn, Least};
pub use globs::Globs;
pub use lists::{ListError, change_rules, parse_checks, parse_refuters};
pub use meaning::{CacheKeys, Config, Part};
pub use mistake::Wrong;
pub(crate) use mistake::{place, said};
pub use table::{CacheTable, OverrideTable, Table, schema, schema_of_rules};

/// The name of the file with the settings of a project.
pub const NAME: &str = "csieve.toml";
