//! The observers found so far in one function, with their proofs in the form that is shown to readers.

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_base::rule::Rule;
use csieve_graph::EdgeId;
use csieve_modelcheck::model::{Observer, rejects};
use csieve_reports::finding::Conflict;

/// Index of an observer in its [`Pool`].
pub type ObserverId = usize;

struct Entry<'a> {
    observer: Box<dyn Observer + 'a>,
    conflict: Conflict,
    counts: bool,
}

/// All observers of a function. A proof holds for every finding, so all searches of the function share them.
#[derive(Default)]
pub struct Pool<'a> {
    entries: Vec<Entry<'a>>,
    /// The number of rounds of path reduction so far, by rule.
    rounds: FxHashMap<Rule, u32>,
    /// The number of states that all searches of the function visited so far.
    pub states: u64,
    /// The edges at which the properties of the findings began to follow an object, without doubtful and refuted
    /// findings.
    pub(super) origins: FxHashSet<EdgeId>,
    /// The rules of places where the cause that a check names was refuted, but not every other cause.
    pub withheld: Vec<Rule>,
}

impl<'a> Pool<'a> {
    /// Adds an observer with its proof. `counts` says whether the proof holds for one number of rounds of a
    /// loop only, because it counts them.
    pub fn add(&mut self, observer: Box<dyn Observer + 'a>, conflict: Conflict, counts: bool) -> ObserverId {
        self.entries.push(Entry { observer, conflict, counts });
        self.entries.len() - 1
    }

    /// Returns the number of rounds of path reduction that the findings of a rule took so far.
    pub fn rounds(&mut self, rule: Rule) -> &mut u32 {
        self.rounds.entry(rule).or_default()
    }

    /// Returns the observer with this id.
    pub fn observer(&self, id: ObserverId) -> &(dyn Observer + 'a) {
        self.entries[id].observer.as_ref()
    }

    /// Returns the proof of the observer with this id.
    pub fn conflict(&self, id: ObserverId) -> &Conflict {
        &self.entries[id].conflict
    }

    /// Returns whether the proof of this observer holds for one number of rounds of a loop only.
    pub fn counts(&self, id: ObserverId) -> bool {
        self.entries[id].counts
    }

    /// Returns the oldest observer that rejects a word.
    pub fn rejecting(&self, word: &[EdgeId]) -> Option<ObserverId> {
        (0..self.entries.len()).find(|id| rejects(self.observer(*id), word))
    }
}
