//! The observer of heaps along a folded path. Its state names the nodes of the path program whose heaps
//! include the heap of the run.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use csieve_graph::{EdgeId, Loc};
use csieve_modelcheck::model::{Observation, Observer, ObserverState};

use crate::fold::{PathProgram, Way};

/// The node where the folded path begins. Its heaps are all possible heaps, so they describe every run.
const START: u32 = 0;

/// Rejects every word that follows transitions of a folded path and then takes the edge that no heap gets
/// past. A state is the ascending list of nodes whose heaps include the heap of the run. Node 0 always does,
/// so it is left out.
#[derive(Debug)]
pub struct HeapObserver {
    ways: FxHashMap<EdgeId, Vec<(u32, u32)>>,
    end: (u32, EdgeId),
}

impl HeapObserver {
    /// Returns the observer of a folded path.
    pub fn new(folded: &PathProgram) -> Self {
        let leading = leading(folded);
        let mut ways: FxHashMap<EdgeId, Vec<(u32, u32)>> = FxHashMap::default();
        for way in folded.ways.iter().filter(|way| way.to != 0 && leading.contains(way.to)) {
            ways.entry(way.edge).or_default().push((way.from as u32, way.to as u32));
        }
        Self { ways, end: (folded.end() as u32, folded.last) }
    }
}

/// Returns the nodes from which transitions lead to the end, the end included.
pub(super) fn leading(folded: &PathProgram) -> FixedBitSet {
    let mut leading = FixedBitSet::with_capacity(folded.nodes.len());
    leading.insert(folded.end());
    let leads = |way: &&Way, leading: &FixedBitSet| leading.contains(way.to) && !leading.contains(way.from);
    while let Some(way) = folded.ways.iter().rev().find(|way| leads(way, &leading)) {
        leading.insert(way.from);
    }
    leading
}

impl Observer for HeapObserver {
    fn step(&self, state: &[u32], edge: EdgeId) -> Observation {
        let is_at = |node: u32| node == START || state.binary_search(&node).is_ok();
        if edge == self.end.1 && is_at(self.end.0) {
            return Observation::Reject;
        }
        let ways = self.ways.get(&edge).map_or(&[][..], Vec::as_slice);
        let mut next: Vec<u32> = ways.iter().filter(|(from, _)| is_at(*from)).map(|(_, to)| *to).collect();
        next.sort_unstable();
        next.dedup();
        if next == state { Observation::Stay } else { Observation::To(next.into()) }
    }

    fn relevant(&self, state: ObserverState, _at: Loc) -> ObserverState {
        state
    }
}
