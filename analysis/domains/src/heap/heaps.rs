//! Sets of heap graphs.

use std::collections::{BTreeMap, btree_map::Entry};

use super::{
    Graph,
    canonical::{Kept, Signature, canonical, joined},
};

/// A set of heaps, as canonical graphs with different signatures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heaps {
    graphs: BTreeMap<Signature, Graph>,
}

/// The effect of adding a graph to [`Heaps`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Whether the graph stood for heaps that were not in the set.
    pub is_new: bool,
    /// The features in which nodes differed that were merged into one.
    pub differing: Kept,
}

impl Heaps {
    /// Returns the set with only the graph in which nothing is known of any variable.
    pub fn unknown(vars: usize) -> Self {
        let graph = Graph::unknown(vars);
        Self { graphs: BTreeMap::from([(Signature::of(&graph, &Kept::new()), graph)]) }
    }

    /// Returns the graphs in the order of their signatures.
    pub fn graphs(&self) -> impl Iterator<Item = &Graph> {
        self.graphs.values()
    }

    /// Returns the number of graphs.
    pub fn len(&self) -> usize {
        self.graphs.len()
    }

    /// Returns whether the set has no heap.
    pub fn is_empty(&self) -> bool {
        self.graphs.is_empty()
    }

    /// Adds the heaps of a graph. Graphs with the same signature are merged into one, which may stand for
    /// more heaps than both. This merging is the widening.
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
