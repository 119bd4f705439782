//! Observers: deterministic automata over edges that reject words which no run can follow.

use csieve_dataflow::automaton::QuantityId;
use csieve_domains::interval::Interval;
use csieve_graph::{EdgeId, Loc};

/// A state of an observer, in an encoding of its own. The initial state is empty and takes no memory.
pub type ObserverState = Box<[u32]>;

/// The reaction of an observer to an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observation {
    /// The observer stays in its state.
    Stay,
    /// The observer goes to this state.
    To(ObserverState),
    /// The observer rejects the word: no run follows it.
    Reject,
}

/// An observer automaton ([PR], definition 4): every word that the automaton rejects is infeasible.
pub trait Observer: Send + Sync {
    /// Returns the reaction to an edge. It must be sound: a state only claims what holds on every run that
    /// follows the word so far.
    fn step(&self, state: &[u32], edge: EdgeId) -> Observation;

    /// Returns the part of a state that can still matter after the location `at`. A search merges states that
    /// agree in this part.
    fn relevant(&self, state: ObserverState, at: Loc) -> ObserverState;

    /// Returns whether a counterexample may end in a state. An observer that only wants words of a class says no until
    /// a word is in it.
    fn may_end(&self, _state: &[u32]) -> bool {
        true
    }

    /// Returns the intervals that a state claims for quantities, for display.
    fn facts(&self, _state: &[u32]) -> Vec<(QuantityId, Interval)> {
        Vec::new()
    }
}

/// Returns whether an observer rejects a word.
pub fn rejects(observer: &dyn Observer, word: &[EdgeId]) -> bool {
    rejected_at(observer, word).is_some()
}

/// Returns the position of the edge at which an observer rejects a word. `None` if the observer does not
/// reject it.
pub fn rejected_at(observer: &dyn Observer, word: &[EdgeId]) -> Option<usize> {
    let mut state: ObserverState = Box::new([]);
    for (position, &edge) in word.iter().enumerate() {
        match observer.step(&state, edge) {
            Observation::Stay => {}
            Observation::To(next) => state = next,
            Observation::Reject => return Some(position),
        }
    }
    None
}
