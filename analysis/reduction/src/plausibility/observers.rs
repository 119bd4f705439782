//! Observers that reject doubtful words. Runs may follow these words, so only the search at the site where
//! the doubt arose uses these observers, never another search.

use csieve_graph::{EdgeId, Loc};
use csieve_modelcheck::model::{Observation, Observer, ObserverState};

/// Rejects all words that contain an edge.
pub(super) struct Without(pub EdgeId);

impl Observer for Without {
    fn step(&self, _state: &[u32], edge: EdgeId) -> Observation {
        if edge == self.0 { Observation::Reject } else { Observation::Stay }
    }

    fn relevant(&self, state: ObserverState, _at: Loc) -> ObserverState {
        state
    }
}

/// Rejects words that take the edge `first`, and later the edge `second`.
pub(super) struct NotBoth {
    /// The edge that comes first.
    pub first: EdgeId,
    /// The edge that comes later.
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
