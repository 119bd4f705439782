//! The class of a reported path: the words that come by its lines, in order.

use fixedbitset::FixedBitSet;

use csieve_base::text::Span;
use csieve_graph::{Cfg, EdgeId, Loc};
use csieve_modelcheck::model::{Observation, Observer, ObserverState};

use crate::place::Place;

/// Wants the words that come by all lines of a path, in order.
pub(crate) struct Route {
    /// The edges of each line of the path.
    stops: Vec<FixedBitSet>,
}

impl Route {
    /// Makes the class of a path with these lines. Lines without edges do not count. `None` if no line is left.
    pub(crate) fn new(cfg: &Cfg, lines: &[Span]) -> Option<Self> {
        let stops = lines.iter().filter_map(|line| Place::of(cfg, *line)).map(|place| place.edges);
        let mut stops: Vec<FixedBitSet> = stops.collect();
        stops.dedup();
        (!stops.is_empty()).then_some(Self { stops })
    }
}

impl Observer for Route {
    fn step(&self, state: &[u32], edge: EdgeId) -> Observation {
        let passed = passed(state);
        // A statement on several lines of the path is one edge.
        let more = self.stops[passed..].iter().take_while(|stop| stop.contains(edge.index())).count();
        if more == 0 { Observation::Stay } else { Observation::To(Box::new([(passed + more) as u32])) }
    }

    fn relevant(&self, state: ObserverState, _at: Loc) -> ObserverState {
        state
    }

    fn may_end(&self, state: &[u32]) -> bool {
        passed(state) == self.stops.len()
    }
}

/// Returns the number of lines of the path that a word has come by.
fn passed(state: &[u32]) -> usize {
    state.first().map_or(0, |passed| *passed as usize)
}
