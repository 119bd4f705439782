//! Shortest cycles through a state.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::{Kripke, StateId};

/// Returns the states of a shortest cycle through a state, all of whose other states are in the set `within`.
/// The state itself comes first. `None` if there is no cycle of at most `limit` steps.
pub(super) fn shortest_cycle(
    kripke: &Kripke,
    within: &FixedBitSet,
    state: StateId,
    limit: usize,
) -> Option<Vec<StateId>> {
    let mut parents: FxHashMap<StateId, StateId> = FxHashMap::default();
    let mut pending = VecDeque::from([(state, 0)]);
    while let Some((at, steps)) = pending.pop_front() {
        if steps >= limit {
            return None;
        }
        for &next in kripke.successors(at).iter().filter(|next| within.contains(**next)) {
            if next == state {
                return Some(back(&parents, state, at));
            }
            parents.entry(next).or_insert_with(|| {
                pending.push_back((next, steps + 1));
                at
            });
        }
    }
    None
}

fn back(parents: &FxHashMap<StateId, StateId>, from: StateId, to: StateId) -> Vec<StateId> {
    let mut path = vec![to];
    let mut at = to;
    while at != from
        && let Some(&parent) = parents.get(&at)
    {
        path.push(parent);
        at = parent;
    }
    path.reverse();
    path
}
