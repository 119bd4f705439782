//! The states of a property along a word, and the states from which it can still reach the misuse.

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use csieve_graph::Loc;
use csieve_modelcheck::model::{Counterexample, Function, Move, Property, Tracked};

/// The largest number of locations with a state that a search visits.
pub(super) const MAX_STATES: usize = 20_000;

/// A location with the state of the property there.
pub(super) type TrackedLocation = (Loc, Tracked);

/// Returns the state of the property before each edge of a counterexample. A state is `None` where the
/// property does not follow anything yet.
pub(super) fn along(
    function: &Function,
    property: &dyn Property,
    found: &Counterexample,
) -> Vec<Option<Tracked>> {
    let starts: Vec<Option<Tracked>> = match found.start {
        Some(_) => vec![None],
        None => property.at_entry(function).into_iter().map(Some).collect(),
    };
    let followed = starts.into_iter().map(|first| from(function, property, found, first));
    followed.into_iter().find(|states| states.last() == Some(&found.tracked)).unwrap_or_default()
}

fn from(
    function: &Function,
    property: &dyn Property,
    found: &Counterexample,
    first: Option<Tracked>,
) -> Vec<Option<Tracked>> {
    let mut states = vec![first];
    for (position, edge) in found.word[..found.word.len() - 1].iter().enumerate() {
        let state = match states.last() {
            Some(Some(tracked)) => Some(property.step(function, tracked, *edge)),
            _ if found.start == Some(position) => property.start(function, *edge),
            _ => None,
        };
        states.push(match state {
            Some(Move::To(next) | Move::Perhaps(next)) => Some(next),
            _ => None,
        });
    }
    states
}

/// The locations, each with a state of the property, from which a misuse of the followed value can still be
/// reached.
pub(super) struct StillReachable {
    /// The predecessors of every location with a state that can be reached.
    before: FxHashMap<TrackedLocation, Vec<TrackedLocation>>,
    /// The locations with a state from which an edge is the misuse.
    ends: Vec<TrackedLocation>,
    hopeful: FxHashSet<TrackedLocation>,
}

impl StillReachable {
    /// Explores all locations with a state that can be reached from `start`. `None` if there are more than
    /// [`MAX_STATES`].
    pub(super) fn of(
        function: &Function,
        property: &dyn Property,
        targets: &FixedBitSet,
        start: TrackedLocation,
    ) -> Option<Self> {
        let mut before: FxHashMap<TrackedLocation, Vec<TrackedLocation>> = FxHashMap::default();
        let mut ends: Vec<TrackedLocation> = Vec::new();
        let mut pending = vec![start.clone()];
        before.insert(start, Vec::new());
        while let Some(place) = pending.pop() {
            if before.len() > MAX_STATES {
                return None;
            }
            for &edge in &function.cfg.successors[place.0.index()] {
                let step = property.step(function, &place.1, edge);
                if targets.contains(edge.index()) && matches!(step, Move::Misuse { .. } | Move::Perhaps(_)) {
                    ends.push(place.clone());
                }
                if let Move::To(next) | Move::Perhaps(next) = step {
                    let next = (function.cfg.edge(edge).to, next);
                    before
                        .entry(next.clone())
                        .or_insert_with(|| {
                            pending.push(next);
                            Vec::new()
                        })
                        .push(place.clone());
                }
            }
        }
        let mut hope = Self { before, ends, hopeful: FxHashSet::default() };
        hope.hopeful = hope.avoiding(None);
        Some(hope)
    }

    /// Returns whether the misuse can be reached from a location with a state. If `without` is given, paths
    /// through that location do not count.
    pub(super) fn is_left(&self, place: &TrackedLocation, without: Option<Loc>) -> bool {
        self.hopeful.contains(place) && (without.is_none() || self.avoiding(without).contains(place))
    }

    /// Returns the locations with a state from which the misuse can be reached without passing the location
    /// `without`.
    fn avoiding(&self, without: Option<Loc>) -> FxHashSet<TrackedLocation> {
        let mut hopeful = FxHashSet::default();
        let mut pending = self.ends.clone();
        while let Some(place) = pending.pop() {
            if Some(place.0) != without && hopeful.insert(place.clone()) {
                pending.extend(self.before.get(&place).into_iter().flatten().cloned());
            }
        }
        hopeful
    }
}
