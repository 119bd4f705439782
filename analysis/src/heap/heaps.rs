//! Sets of graphs.

use std::collections::BTreeSet;

use super::{
    FieldId, Graph,
    canonical::{Kept, canonical, joined},
};

/// Heaps, as graphs that differ in what variables are; canonical, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heaps {
    graphs: Vec<Graph>,
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
    /// The heaps of one graph.
    pub fn of(graph: Graph) -> Self {
        Self { graphs: vec![graph] }
    }

    /// The graphs.
    pub fn graphs(&self) -> &[Graph] {
        &self.graphs
    }

    /// Adds the heaps of a graph. Graphs with the same variables become one.
    pub fn add(&mut self, graph: Graph, kept: &Kept) -> Added {
        let (graph, mut differing) = canonical(graph, kept);
        let at = match self.graphs.binary_search_by(|known| known.vars.cmp(&graph.vars)) {
            Ok(at) => at,
            Err(at) => {
                self.graphs.insert(at, graph);
                return Added { is_new: true, differing };
            }
        };
        let Some((all, more)) = joined(&self.graphs[at], &graph, kept) else { return Added::default() };
        let is_new = all != self.graphs[at];
        if is_new {
            differing.extend(more);
            self.graphs[at] = all;
        } else {
            differing.clear();
        }
        Added { is_new, differing }
    }
}
