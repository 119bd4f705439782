//! The observer of a conflict over bits.
//!
//! The conflict is a chain of edges whose facts cannot all hold, whatever the values before the chain are. A
//! word contains the chain if the edges occur in this order, and no edge in between writes a place that later
//! facts share with earlier ones. A chain may begin anywhere in the word, so a state is a set of numbers: `n`
//! is in it if the first `n` edges of the chain have been seen.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use csieve_graph::{EdgeId, Loc};
use csieve_modelcheck::model::{Observation, Observer, ObserverState};

use crate::CounterexamplePath;

use super::{
    effects::{SymbolSubject, writes},
    facts::PathFacts,
};

/// The effect of an edge on prefixes of the conflict's chain of edges. A prefix is given by its number of
/// edges.
#[derive(Clone, Debug, Default)]
struct Effect {
    /// The lengths of the prefixes of the conflict's chain that are forgotten, because the edge writes a
    /// place that they share with the rest of the chain.
    ends: Vec<u32>,
    /// The lengths of the prefixes of the conflict's chain that the edge makes one edge longer.
    extends: Vec<u32>,
}

/// Rejects every word that contains the chain of edges of a conflict over bits.
#[derive(Debug)]
pub struct EmbeddingObserver {
    /// The number of edges of the chain.
    length: u32,
    effects: FxHashMap<EdgeId, Effect>,
    /// For every number of edges of the chain that have been seen: the locations from which the next edge of
    /// the chain can be reached without a write to a shared place.
    leading: Vec<FixedBitSet>,
    /// For every number of edges of the chain that have been seen: the places that no edge may write until
    /// the next edge of the chain.
    shared: Vec<Vec<SymbolSubject>>,
}

impl EmbeddingObserver {
    /// Returns the observer of a core, the ascending indices of facts that cannot all hold.
    pub fn new(path: &CounterexamplePath, facts: &PathFacts, core: &[usize]) -> Self {
        let positions = positions(facts, core);
        let chain: Vec<EdgeId> = positions.iter().map(|position| path.word[*position]).collect();
        let shared = shared(facts, core, &positions);
        let cfg = path.function.cfg;
        let ends = |edge: EdgeId, seen: usize| {
            shared[seen].iter().any(|place| writes(path.function, cfg.edge(edge), *place))
        };
        let leading = (0..chain.len())
            .map(|seen| cfg.leading_to([cfg.edge(chain[seen]).from], |edge| !ends(edge, seen)))
            .collect();
        let mut effects: FxHashMap<EdgeId, Effect> = FxHashMap::default();
        for edge in cfg.edge_ids() {
            let of = |is: &dyn Fn(usize) -> bool| {
                (0..chain.len()).filter(|seen| is(*seen)).map(|seen| seen as u32).collect::<Vec<_>>()
            };
            let effect =
                Effect { ends: of(&|seen| ends(edge, seen)), extends: of(&|seen| chain[seen] == edge) };
            if !effect.ends.is_empty() || !effect.extends.is_empty() {
                effects.insert(edge, effect);
            }
        }
        Self { length: chain.len() as u32, effects, leading, shared }
    }

    /// Returns the places that must stay the same between the first `seen` edges of the chain and the next
    /// edge.
    pub fn shared(&self, seen: usize) -> &[SymbolSubject] {
        &self.shared[seen]
    }
}

/// Returns the positions in the word at which the facts of an unsatisfiable core hold, ascending, each once.
pub(super) fn positions(facts: &PathFacts, core: &[usize]) -> Vec<usize> {
    let mut positions: Vec<usize> = core.iter().map(|fact| facts.facts[*fact].position).collect();
    positions.dedup();
    positions
}

/// Returns for every number of edges of the chain the places whose symbols occur both in facts at these edges
/// and in facts at later edges of the chain.
fn shared(facts: &PathFacts, core: &[usize], positions: &[usize]) -> Vec<Vec<SymbolSubject>> {
    let mut uses: FxHashMap<u32, (usize, usize)> = FxHashMap::default();
    for &fact in core {
        let at = facts.facts[fact].position;
        for symbol in facts.symbols(fact) {
            let (first, last) = uses.entry(symbol.0).or_insert((at, at));
            (*first, *last) = ((*first).min(at), (*last).max(at));
        }
    }
    let mut shared = vec![Vec::new(); positions.len()];
    for (symbol, (first, last)) in uses {
        let Some(place) = facts.versions[symbol as usize].place else { continue };
        for (seen, own) in shared.iter_mut().enumerate().skip(1) {
            if first <= positions[seen - 1] && last >= positions[seen] {
                own.push(place);
            }
        }
    }
    for own in &mut shared {
        own.sort_unstable();
        own.dedup();
    }
    shared
}

impl Observer for EmbeddingObserver {
    fn step(&self, state: &[u32], edge: EdgeId) -> Observation {
        let Some(effect) = self.effects.get(&edge) else { return Observation::Stay };
        let has = |seen: u32| seen == 0 || state.contains(&seen);
        let mut next: Vec<u32> = state.iter().copied().filter(|seen| !effect.ends.contains(seen)).collect();
        for seen in effect.extends.iter().copied().filter(|seen| has(*seen)) {
            if seen + 1 == self.length {
                return Observation::Reject;
            }
            next.push(seen + 1);
        }
        next.sort_unstable();
        next.dedup();
        if next == state { Observation::Stay } else { Observation::To(next.into()) }
    }

    fn relevant(&self, state: ObserverState, at: Loc) -> ObserverState {
        let can_go_on = |seen: &u32| self.leading[*seen as usize].contains(at.index());
        state.iter().copied().filter(can_go_on).collect()
    }
}
