//! The graphs of functions that are kept while a file is analysed: most functions are entered by the runs of several
//! others.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use csieve_analysis::{cfg::Cfg, project::KeptGraphs};
use dashmap::DashMap;

/// The number of edges of graphs after which no further graphs are kept.
const MOST_EDGES: usize = 100_000;

/// The graphs of functions that analyses of one file needed.
#[derive(Debug, Default)]
pub struct FileGraphs {
    all: DashMap<(Option<u32>, usize), Arc<Cfg>>,
    /// The number of edges of all graphs.
    edges: AtomicUsize,
}

impl KeptGraphs for FileGraphs {
    fn get(&self, function: (Option<u32>, usize)) -> Option<Arc<Cfg>> {
        self.all.get(&function).map(|graph| Arc::clone(&graph))
    }

    fn put(&self, function: (Option<u32>, usize), graph: &Arc<Cfg>) {
        if self.edges.fetch_add(graph.edges.len(), Ordering::Relaxed) < MOST_EDGES {
            self.all.insert(function, Arc::clone(graph));
        }
    }
}
