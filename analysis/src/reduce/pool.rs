//! The observers found so far in one function, with their proofs as people read them.

use rustc_hash::FxHashMap;

use crate::{
    cfg::EdgeId,
    checks::Rule,
    finding::Conflict,
    model::{Observer, rejects},
};

/// Index of an observer in its [`Pool`].
pub type ObserverId = usize;

/// All observers of a function. A proof holds for every finding, so one search uses what another found.
#[derive(Default)]
pub struct Pool<'a> {
    entries: Vec<(Box<dyn Observer + 'a>, Conflict)>,
    /// Rounds so far, by rule.
    rounds: FxHashMap<Rule, u32>,
}

impl<'a> Pool<'a> {
    /// Adds an observer.
    pub fn add(&mut self, observer: Box<dyn Observer + 'a>, conflict: Conflict) -> ObserverId {
        self.entries.push((observer, conflict));
        self.entries.len() - 1
    }

    /// The rounds that the findings of a rule took so far.
    pub fn rounds(&mut self, rule: Rule) -> &mut u32 {
        self.rounds.entry(rule).or_default()
    }

    /// The observer with this id.
    pub fn observer(&self, id: ObserverId) -> &(dyn Observer + 'a) {
        self.entries[id].0.as_ref()
    }

    /// Its proof.
    pub fn conflict(&self, id: ObserverId) -> &Conflict {
        &self.entries[id].1
    }

    /// The oldest observer that rejects a word.
    pub fn rejecting(&self, word: &[EdgeId]) -> Option<ObserverId> {
        (0..self.entries.len()).find(|id| rejects(self.observer(*id), word))
    }
}
