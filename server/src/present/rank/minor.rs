//! What is true and still nobody's concern.

use std::path::Path;

use csieve_analysis::{
    checks::declaration,
    finding::{Finding, HintId, Step, StepKind},
    hints::{asks_for_option, is_trial},
    rule::Rule,
    text::words,
};

use super::super::Located;

/// The reason why hardly anyone cares about a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Minor {
    /// The program ends where it loses memory or a resource, which the system then takes back.
    ProgramEnds,
    /// A comment of the author speaks of the loss.
    Meant,
    /// An option of the command line is given twice.
    Repeated,
    /// The system refuses something to a test, an example or a measurement.
    Trial,
}

impl Minor {
    /// Returns the reason as a phrase, for readers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ProgramEnds => "the program ends here",
            Self::Meant => "the author knows of it",
            Self::Repeated => "an option is given twice",
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
    if is_repeated_option(finding) {
        return Some(Minor::Repeated);
    }
    let fails = |step: &Step| matches!(step.kind, StepKind::Alloc | StepKind::Inferred);
    let needs_failure = finding.witness.iter().any(|step| step.decisive && fails(step));
    let is_failure =
        declaration(finding.rule).is_loss() || finding.rule == Rule::NullDereference && needs_failure;
    (is_failure && is_trial(&path.to_string_lossy())).then_some(Minor::Trial)
}

/// Returns whether a loop over the options of the command line loses what it obtained for an option, because the next round
/// obtains it again.
fn is_repeated_option(finding: &Finding) -> bool {
    let is_again = finding.cause.as_ref().is_some_and(|cause| cause.span == finding.span);
    let asks = |step: &Step| words(&step.text).any(asks_for_option);
    declaration(finding.rule).is_loss() && is_again && finding.witness.iter().any(asks)
}
