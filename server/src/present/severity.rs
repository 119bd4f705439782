//! How loudly a finding is told, so that the verdict is seen at once, in the same way everywhere.

use csieve_analysis::finding::{Finding, VerdictKind};

/// How loudly a finding is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// A run confirms it.
    Error,
    /// No refuter could rule it out.
    Warning,
    /// There is a reason to doubt it.
    Information,
    /// It was refuted.
    Hint,
}

impl Severity {
    /// Returns the severity of a finding.
    pub fn of(finding: &Finding) -> Self {
        match finding.verdict.kind() {
            VerdictKind::Refuted => Self::Hint,
            _ if finding.doubt().is_some() => Self::Information,
            VerdictKind::Unrefuted => Self::Warning,
            VerdictKind::Confirmed => Self::Error,
        }
    }
}
