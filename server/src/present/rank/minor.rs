//! What is true and still nobody's concern.

use std::path::Path;

use csieve_analysis::{
    checks::declaration,
    finding::{HintId, Step, StepKind},
    hints::is_trial,
    rule::Rule,
};

use super::super::Located;

/// The reason why hardly anyone cares about a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Minor {
    /// The program ends where it loses memory or a resource, which the system then takes back.
    ProgramEnds,
    /// A comment of the author speaks of the loss.
    Meant,
    /// The system refuses something to a test, an example or a measurement.
    Trial,
}

impl Minor {
    /// Returns the reason as a phrase, for readers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ProgramEnds => "the program ends here",
            Self::Meant => "the author knows of it",
            Self::Trial => "a call fails in a test program",
        }
    }
}

/// Returns the reason why hardly anyone cares about a finding. `path` is the path of its file.
pub fn minor(located: &Located, path: &Path) -> Option<Minor> {
    let finding = located.finding;
    match finding.doubt().map(|doubt| doubt.hint) {
        Some(HintId::ProgramEnds) => return Some(Minor::ProgramEnds),
        Some(HintId::CommentOnLoss) => return Some(Minor::Meant),
        _ => {}
    }
    let fails = |step: &Step| matches!(step.kind, StepKind::Alloc | StepKind::Inferred);
    let needs_failure = finding.witness.iter().any(|step| step.decisive && fails(step));
    let is_failure =
        declaration(finding.rule).is_loss() || finding.rule == Rule::NullDereference && needs_failure;
    (is_failure && is_trial(&path.to_string_lossy())).then_some(Minor::Trial)
}
