//! Runs that differ only in the order in which operands are evaluated, which C leaves open.
//!
//! What a run finds counts only if runs in the other orders find it too. The compiler chooses an order at each place
//! in the text, so a choice is made once for each place. If there are few combinations, each is tried. If there are
//! many, some are: the first order everywhere, the second one everywhere, and [`MIXED`] others, so that two places
//! hardly ever have the same orders in all of them.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use csieve_graph::{Cfg, EdgeId};
use csieve_machine::{Callee, Graphs, Misuse, Run};

/// The number of combinations of orders up to which all are tried.
const MOST_RUNS: usize = 16;

/// The number of combinations that have some order at each place, if not all are tried.
const MIXED: u32 = 8;

/// The order at places where none is chosen.
#[derive(Clone, Copy, Debug, Default)]
enum Usual {
    /// From left to right.
    #[default]
    First,
    /// From right to left.
    Second,
    /// Some order, which depends on the place and this number.
    Mixed(u32),
}

/// The places at which a run met an open order, and what it chose there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orders {
    /// The numbers of the chosen orders, by place; 0 elsewhere.
    chosen: FxHashMap<(String, EdgeId), u32>,
    /// The order at places that `chosen` does not name.
    usual: Usual,
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
        let usual = match self.usual {
            Usual::First => 0,
            Usual::Second => 1,
            Usual::Mixed(number) => mixed(&place, number) % ways,
        };
        self.chosen.get(&place).copied().unwrap_or(usual).min(ways - 1)
    }

    /// Returns whether the run met no place where an order is open.
    pub(crate) fn is_empty(&self) -> bool {
        self.met.is_empty()
    }

    /// Returns the choices of the other runs with which a run must be compared. `None` if the graph lacks an order.
    pub(crate) fn others(&self) -> Option<Vec<Self>> {
        if self.met.iter().any(|(_, ways)| *ways < 2) {
            return None;
        }
        let all = self.met.iter().try_fold(1_usize, |all, (_, ways)| {
            all.checked_mul(*ways as usize).filter(|all| *all <= MOST_RUNS)
        });
        if all.is_none() {
            let mixed = (0..MIXED).map(Usual::Mixed);
            let usual = std::iter::once(Usual::Second).chain(mixed);
            return Some(usual.map(|usual| Self { usual, ..Self::default() }).collect());
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
        Some(all.into_iter().map(|chosen| Self { chosen, ..Self::default() }).collect())
    }
}

/// Returns a number for a place and the number of a combination of orders.
fn mixed(place: &(String, EdgeId), number: u32) -> u32 {
    let mut hasher = FxHasher::default();
    (place, number).hash(&mut hasher);
    (hasher.finish() >> 32) as u32
}

/// Removes the misuses of a run that another run, in other orders, does not have. A misuse in a call that is an operand
/// stays if the other run ended in such a call before: with a misuse of its own, it does not tell of this one.
pub(crate) fn keep_common(graphs: &dyn Graphs, (run, orders): (&mut Run, &Orders), other: &Run) {
    let is_in_operand = |misuse: &Misuse| {
        let callers = misuse.frames.split_last().map_or(&[][..], |(_, callers)| callers);
        callers.iter().any(|(function, _)| orders.met.iter().any(|((with, _), _)| with == function))
    };
    let is_there = |misuse: &Misuse, all: &[Misuse]| {
        let is_it = |one: &Misuse| one.rule == misuse.rule && places(graphs, one) == places(graphs, misuse);
        all.iter().any(|one| is_it(one) || is_in_operand(misuse) && is_in_operand(one))
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
