//! Memory that is used although its allocation may have failed: a class of findings that is told in few words.

use std::str::FromStr;

use csieve_analysis::{
    finding::{Cause, CauseKind},
    rule::Rule,
};
use serde::{Deserialize, Serialize};

use super::Located;

/// What is done with findings of memory that is used although its allocation may have failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
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
    /// Returns whether a finding says that memory is used although its allocation may have failed.
    pub fn are_about(located: &Located) -> bool {
        let finding = located.finding;
        let allocates = |cause: &Cause| matches!(cause.kind, CauseKind::Failure { allocates: true, .. });
        finding.rule == Rule::NullDereference && finding.cause.as_ref().is_some_and(allocates)
    }

    /// Returns whether a finding is told, in whatever way.
    pub fn tell(self, located: &Located) -> bool {
        self != Self::Off || !Self::are_about(located)
    }
}

impl FromStr for Allocations {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "fold" => Ok(Self::Fold),
            "all" => Ok(Self::All),
            "off" => Ok(Self::Off),
            _ => Err(format!("`{name}` is none of fold, all and off")),
        }
    }
}
