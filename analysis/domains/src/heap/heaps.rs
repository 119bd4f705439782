//! Sets of graphs.

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use super::{
    FieldId, Graph,
    canonical::{Kept, Signature, canonical, joined},
};

/// Heaps, as canonical graphs of which no two have one signature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heaps {
    graphs: BTreeMap<Signature, Graph>,
}

/// What became of a graph that was added to others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// It stood for more than there was.
    pub is_new: bool,
    /// The fields in which objects differed that became one node.
    pub differing: BTreeSet<FieldId>,
}

impl Heaps {
    /// The heaps of which nothing is known.
    pub fn unknown(vars: usize) -> Self {
        let graph = Graph::unknown(vars);
        Self { graphs: BTreeMap::from([(Signature::of(&graph, &Kept::new()), graph)]) }
    }

    /// The graphs, in order.
    pub fn graphs(&self) -> impl Iterator<Item = &Graph> {
        self.graphs.values()
    }

    /// How many graphs there are.
    pub fn len(&self) -> usize {
        self.graphs.len()
    }

    /// Whether there is no heap.
    pub fn is_empty(&self) -> bool {
        self.graphs.is_empty()
    }

    /// Adds the heaps of a graph. Graphs of one signature become one, which may stand for more than both: the widening.
    pub fn add(&mut self, graph: Graph, kept: &Kept) -> Added {
        let (graph, mut differing) = canonical(graph, kept);
        match self.graphs.entry(Signature::of(&graph, kept)) {
            Entry::Vacant(place) => {
                place.insert(graph);
                Added { is_new: true, differing }
            }
            Entry::Occupied(mut known) => {
                let (all, more) = joined(known.get(), &graph, kept);
                if all == *known.get() {
                    return Added::default();
                }
                differing.extend(more);
                known.insert(all);
                Added { is_new: true, differing }
            }
        }
    }
}
