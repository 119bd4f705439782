//! What is kept while a file is analysed: most functions are entered by the runs of several others, and most objects
//! are read by several functions.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use csieve_analysis::{
    cfg::Cfg,
    project::{Kept, KeptInvariant},
};
use dashmap::DashMap;

/// The number of edges of graphs after which no further graphs are kept.
const MOST_EDGES: usize = 100_000;

/// The graphs and values of objects that analyses of one file needed.
#[derive(Debug, Default)]
pub struct KeptForFile {
    graphs: DashMap<(Option<u32>, usize), Arc<Cfg>>,
    /// The number of edges of all graphs.
    edges: AtomicUsize,
    invariants: DashMap<String, KeptInvariant>,
}

impl Kept for KeptForFile {
    fn graph(&self, function: (Option<u32>, usize)) -> Option<Arc<Cfg>> {
        self.graphs.get(&function).map(|graph| Arc::clone(&graph))
    }

    fn put_graph(&self, function: (Option<u32>, usize), graph: &Arc<Cfg>) {
        if self.edges.fetch_add(graph.edges.len(), Ordering::Relaxed) < MOST_EDGES {
            self.graphs.insert(function, Arc::clone(graph));
        }
    }

    fn invariant(&self, object: &str) -> Option<KeptInvariant> {
        self.invariants.get(object).map(|known| *known)
    }

    fn put_invariant(&self, object: &str, invariant: KeptInvariant) {
        self.invariants.insert(object.to_owned(), invariant);
    }
}
