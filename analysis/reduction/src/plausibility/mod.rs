//! Doubts: reasons not to believe a counterexample that no refuter rules out.
//!
//! A refuter proves that no run follows a path. Much that people know about their program cannot be proved from one function: that a
//! call leaves a field alone, that two conditions on things from elsewhere go together. A path that is only possible
//! without such knowledge is no evidence of a misuse. It is no proof of the opposite either: a finding all of whose paths
//! are refuted or doubtful stays, with its doubt, and people see it if they ask for it.

mod asserted;
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
mod questions;
mod repeated;
mod seen;
mod sides;
mod trust;

pub use hints::{Evidence, HINTS, Hint, doubt};
pub use intended::comment_on_loss;
pub use trust::Trusting;

use asserted::{fails_an_assertion, rests_on_an_assertion};
use counted::counted_reference;
use decisions::unseen_decisions;
use emptied::counted_as_nothing;
use ends::ends_there;
use errors::succeeds_with_an_error;
use intended::is_intended;
use jumps::jumps_back;
use repeated::answers_differ;
use trust::unseen_changes;

use csieve_base::text::Sentence;
use csieve_modelcheck::model::Observer;

/// Why a path is doubtful, and the words that are doubtful for the same reason.
pub struct Doubt<'a> {
    /// One plain sentence.
    pub sentence: Sentence,
    /// Rejects the class of words; it proves nothing about them.
    pub observers: Vec<Box<dyn Observer + 'a>>,
}
