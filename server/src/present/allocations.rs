//! Memory that is used although its allocation may have failed: a class of findings that is told in few words.

use std::{path::Path, str::FromStr};

use clap::ValueEnum;
use csieve_analysis::{
    finding::{Cause, CauseKind},
    hints::is_trial_program,
    rule::Rule,
};

use super::Located;

/// What is done with findings of memory that is used although its allocation may have failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum Allocations {
    /// Those of a file are told together.
    #[default]
    Fold,
    /// Each is told like any other finding.
    All,
    /// None is told.
    Off,
}

impl Allocations {
    /// Returns whether a finding says that memory is used although its allocation may have failed; in a test, an example or a
    /// measurement, whatever call may have failed. `path` is the path of its file.
    pub fn are_about(located: &Located, path: &Path) -> bool {
        let finding = located.finding;
        let counts = |cause: &Cause| match cause.kind {
            CauseKind::Failure { allocates, .. } => allocates || is_trial_program(&path.to_string_lossy()),
            _ => false,
        };
        finding.rule == Rule::NullDereference && finding.cause.as_ref().is_some_and(counts)
    }

    /// Returns whether a finding is told, in whatever way.
    pub fn tell(self, located: &Located, path: &Path) -> bool {
        self != Self::Off || !Self::are_about(located, path)
    }
}

impl FromStr for Allocations {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        ValueEnum::from_str(name, false).map_err(|_| format!("`{name}` is none of fold, all and off"))
    }
}
