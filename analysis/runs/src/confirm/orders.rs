//! Runs that differ only in the order in which operands are evaluated, which C leaves open.
//!
//! What a run finds counts only if runs in the other orders find it too. The compiler chooses an order at each place
//! in the text, so a choice is made once for each place. Up to [`MOST_PLACES`] places, every combination is tried; with
//! more, the first orders everywhere, the last orders everywhere, and each other order at one place alone.

use rustc_hash::FxHashMap;

use csieve_graph::{Cfg, EdgeId};
use csieve_machine::{Callee, Graphs, Misuse, Run};

/// The number of places up to which all combinations of orders are tried.
const MOST_PLACES: usize = 3;

/// The number of other runs up to which a run is compared with them.
const MOST_RUNS: usize = 40;

/// The places at which a run met an open order, and what it chose there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orders {
    /// The numbers of the chosen orders, by place; 0 elsewhere.
    chosen: FxHashMap<(String, EdgeId), u32>,
    /// The order at places that `chosen` does not name: the last one instead of the first one.
    is_last: bool,
    /// The places that the run met, with the number of orders there.
    met: Vec<((String, EdgeId), u32)>,
}

impl Orders {
    /// Chooses the order at a place.
    pub(crate) fn choose(&mut self, function: &Cfg, first: EdgeId, ways: u32) -> u32 {
        let place = (function.function.clone(), first);
        if !self.met.iter().any(|(met, _)| *met == place) {
            self.met.push((place.clone(), ways));
        }
        let usual = if self.is_last { ways - 1 } else { 0 };
        self.chosen.get(&place).copied().unwrap_or(usual).min(ways - 1)
    }

    /// Returns whether the run met no place where an order is open.
    pub(crate) fn is_empty(&self) -> bool {
        self.met.is_empty()
    }

    /// Returns the choices of the other runs with which a run must be compared. `None` if they are too many, or if
    /// the graph lacks an order.
    pub(crate) fn others(&self) -> Option<Vec<Self>> {
        if self.met.iter().any(|(_, ways)| *ways < 2) {
            return None;
        }
        let of = |chosen| Self { chosen, is_last: false, met: Vec::new() };
        if self.met.len() > MOST_PLACES {
            let alone = self.met.iter().flat_map(|(place, ways)| {
                (1..*ways).map(move |order| FxHashMap::from_iter([(place.clone(), order)]))
            });
            let last = Self { is_last: true, ..Self::default() };
            let others: Vec<Self> = std::iter::once(last).chain(alone.map(of)).collect();
            return (others.len() <= MOST_RUNS).then_some(others);
        }
        let mut all = vec![FxHashMap::default()];
        for (place, ways) in &self.met {
            let with = |order: u32| {
                all.iter().map(move |chosen: &FxHashMap<_, _>| {
                    let mut chosen = chosen.clone();
                    chosen.insert(place.clone(), order);
                    chosen
                })
            };
            all = (0..*ways).flat_map(with).collect();
        }
        all.remove(0);
        (all.len() <= MOST_RUNS).then(|| all.into_iter().map(of).collect())
    }
}

/// Removes the misuses of a run that another run, in other orders, does not have.
pub(crate) fn keep_common(graphs: &dyn Graphs, run: &mut Run, other: &Run) {
    let is_there = |misuse: &Misuse, all: &[Misuse]| {
        all.iter().any(|one| one.rule == misuse.rule && places(graphs, one) == places(graphs, misuse))
    };
    run.misuses.retain(|misuse| is_there(misuse, &other.misuses));
    run.held.retain(|misuse| is_there(misuse, &other.held));
}

/// Returns the place of a misuse in the text: that of the misuse itself, and those of the calls around it.
fn places<'m>(graphs: &dyn Graphs, misuse: &'m Misuse) -> Vec<(&'m str, Option<csieve_base::text::Span>)> {
    let place = |(function, edge): &'m (String, EdgeId)| {
        let span = match graphs.graph(function) {
            Callee::Graph(cfg) => Some(cfg.edge(*edge).span),
            _ => None,
        };
        (function.as_str(), span)
    };
    misuse.frames.iter().map(place).collect()
}
