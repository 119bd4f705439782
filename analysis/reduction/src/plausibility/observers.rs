//! Observers of doubtful words. What they reject may well be run; only the search that doubts uses them.

use csieve_graph::{EdgeId, Loc};
use csieve_modelcheck::model::{Observation, Observer, ObserverState};

/// Rejects words with an edge.
pub(super) struct Without(pub EdgeId);

impl Observer for Without {
    fn step(&self, _state: &[u32], edge: EdgeId) -> Observation {
        if edge == self.0 { Observation::Reject } else { Observation::Stay }
    }

    fn relevant(&self, state: ObserverState, _at: Loc) -> ObserverState {
        state
    }
}

/// Rejects words that take one edge, and later another.
pub(super) struct NotBoth {
    /// The one.
    pub first: EdgeId,
    /// The other.
    pub second: EdgeId,
}

impl Observer for NotBoth {
    fn step(&self, state: &[u32], edge: EdgeId) -> Observation {
        match state {
            [] if edge == self.first => Observation::To(Box::new([1])),
            [_] if edge == self.second => Observation::Reject,
            _ => Observation::Stay,
        }
    }

    fn relevant(&self, state: ObserverState, _at: Loc) -> ObserverState {
        state
    }
}
