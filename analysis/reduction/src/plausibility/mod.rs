//! Plausibility: heuristic reasons, called doubts, not to believe a counterexample that no refuter rules out.
//!
//! A refuter proves that no run follows a path. Much of what programmers know about their program cannot be
//! proved from one function: that a call does not change a field, or that two conditions on values from
//! elsewhere are related. A path that is only possible without such knowledge is no evidence of a misuse. But
//! it does not prove that there is no misuse either. If all paths of a finding are refuted or doubtful, the
//! finding stays with its doubt, and users see it if they ask for doubtful findings.

mod asserted;
mod certain;
mod counted;
mod decisions;
mod emptied;
mod ends;
mod errors;
mod follow;
mod hints;
mod intended;
mod jumps;
mod observers;
mod presence;
mod questions;
mod repeated;
mod seen;
mod sides;
#[cfg(test)]
mod tests;
mod trust;
mod undeclared;

pub use hints::{Evidence, HINTS, Hint, doubt};
pub use intended::comment_on_loss;
pub use trust::Trusting;

use asserted::{fails_an_assertion, rests_on_an_assertion};
pub use certain::happens_on_every_run;

use counted::counted_reference;
use decisions::unseen_decisions;
use emptied::counted_as_nothing;
use ends::ends_there;
use errors::succeeds_with_an_error;
use intended::is_intended;
use jumps::jumps_back;
use presence::may_be_there;
use repeated::answers_differ;
use trust::unseen_changes;
use undeclared::{is_another, returns_undeclared};

use csieve_base::text::Sentence;
use csieve_modelcheck::model::Observer;

/// The reason why a path is doubtful, with observers for all words that are doubtful for the same reason.
pub struct Doubt<'a> {
    /// The reason as one plain sentence.
    pub sentence: Sentence,
    /// Observers that reject the doubtful words. They prove nothing about these words.
    pub observers: Vec<Box<dyn Observer + 'a>>,
}
