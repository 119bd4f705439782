//! What a property follows along a word, and from where the misuse can still be reached.

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use csieve_graph::Loc;
use csieve_modelcheck::model::{Counterexample, Function, Move, Property, Tracked};

/// Most states that are looked at.
const MAX_STATES: usize = 20_000;

/// A location with what is followed there.
pub(super) type Place = (Loc, Tracked);

/// What is followed before each edge of a counterexample; none before it starts.
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

/// From where the misuse can still be reached.
pub(super) struct Hope {
    /// The places before each, of those that can be reached.
    before: FxHashMap<Place, Vec<Place>>,
    /// Where the misuse happens.
    ends: Vec<Place>,
    hopeful: FxHashSet<Place>,
}

impl Hope {
    /// Looks at everything that can be reached from a place; none if that is too much.
    pub(super) fn of(
        function: &Function,
        property: &dyn Property,
        targets: &FixedBitSet,
        start: Place,
    ) -> Option<Self> {
        let mut before: FxHashMap<Place, Vec<Place>> = FxHashMap::default();
        let mut ends: Vec<Place> = Vec::new();
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

    /// Whether the misuse can be reached from a place, without passing a location if one is given.
    pub(super) fn is_left(&self, place: &Place, without: Option<Loc>) -> bool {
        self.hopeful.contains(place) && (without.is_none() || self.avoiding(without).contains(place))
    }

    /// The places from which the misuse can be reached without passing a location.
    fn avoiding(&self, without: Option<Loc>) -> FxHashSet<Place> {
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
