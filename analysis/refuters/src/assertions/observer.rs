//! The observer of a proof by rules. Its state is the set of predicates that are known to hold.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use csieve_graph::{Cfg, EdgeId, Loc};
use csieve_modelcheck::model::{Function, Observation, Observer, ObserverState};

use crate::bits::writes;

use super::{Predicate, Rule};

/// The effect of an edge on a state.
#[derive(Clone, Debug, Default)]
struct Effect {
    /// The predicates that may no longer hold after the edge.
    ends: Vec<u32>,
    /// The rules of the edge. Each has the predicates that must hold before the edge, and the one that holds
    /// after it; `None` if no run gets past the edge.
    rules: Vec<(Vec<u32>, Option<u32>)>,
}

/// The observer of a proof by rules: it rejects every word that the rules exclude. A state is the ascending
/// list of predicates that are known to hold: each was established by a rule, and no place that it reads was
/// written since.
#[derive(Debug)]
pub struct AssertionObserver {
    effects: FxHashMap<EdgeId, Effect>,
    /// For every location the live predicates: those that a later rule may need.
    live: Vec<FixedBitSet>,
}

impl AssertionObserver {
    /// Makes the observer of some rules over these predicates.
    pub fn new(function: &Function, predicates: &[Predicate], rules: &[Rule]) -> Self {
        let used: BTreeSet<u32> =
            rules.iter().flat_map(|rule| rule.needs.iter().chain(&rule.gives)).map(|id| id.0).collect();
        let about: Vec<_> = used.iter().map(|id| (*id, predicates[*id as usize].places())).collect();
        let mut effects: FxHashMap<EdgeId, Effect> = FxHashMap::default();
        for id in function.cfg.edge_ids() {
            let edge = function.cfg.edge(id);
            let is_over = |places: &[_]| places.iter().any(|place| writes(function, edge, *place));
            let ends: Vec<u32> =
                about.iter().filter(|(_, places)| is_over(places)).map(|(one, _)| *one).collect();
            let own = rules.iter().filter(|rule| rule.edge == id);
            let rules: Vec<_> = own
                .map(|rule| (rule.needs.iter().map(|need| need.0).collect(), rule.gives.map(|given| given.0)))
                .collect();
            if !ends.is_empty() || !rules.is_empty() {
                effects.insert(id, Effect { ends, rules });
            }
        }
        let live = live(function.cfg, predicates.len(), &effects);
        Self { effects, live }
    }
}

/// Returns the live predicates of every location, computed backwards from the rules that need them.
fn live(cfg: &Cfg, predicates: usize, effects: &FxHashMap<EdgeId, Effect>) -> Vec<FixedBitSet> {
    let mut live = vec![FixedBitSet::with_capacity(predicates); cfg.location_count()];
    let mut incoming: Vec<Vec<EdgeId>> = vec![Vec::new(); cfg.location_count()];
    for edge in cfg.edge_ids() {
        incoming[cfg.edge(edge).to.index()].push(edge);
    }
    let mut open: Vec<EdgeId> = cfg.edge_ids().collect();
    while let Some(id) = open.pop() {
        let edge = cfg.edge(id);
        let mut before = live[edge.to.index()].clone();
        if let Some(effect) = effects.get(&id) {
            for over in &effect.ends {
                before.set(*over as usize, false);
            }
            for need in effect.rules.iter().flat_map(|(needs, _)| needs) {
                before.insert(*need as usize);
            }
        }
        let known = &mut live[edge.from.index()];
        if !before.is_subset(known) {
            known.union_with(&before);
            open.extend(&incoming[edge.from.index()]);
        }
    }
    live
}

impl Observer for AssertionObserver {
    fn step(&self, state: &[u32], edge: EdgeId) -> Observation {
        let Some(effect) = self.effects.get(&edge) else { return Observation::Stay };
        let mut next: Vec<u32> = state.iter().copied().filter(|one| !effect.ends.contains(one)).collect();
        for (needs, gives) in &effect.rules {
            if needs.iter().all(|need| state.binary_search(need).is_ok()) {
                match gives {
                    None => return Observation::Reject,
                    Some(given) => next.push(*given),
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        if next == state { Observation::Stay } else { Observation::To(next.into()) }
    }

    fn relevant(&self, state: ObserverState, at: Loc) -> ObserverState {
        let live = &self.live[at.index()];
        state.iter().copied().filter(|one| live.contains(*one as usize)).collect()
    }
}
