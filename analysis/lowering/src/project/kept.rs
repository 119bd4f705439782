//! Graphs of functions that are kept for the analyses of other functions.

use std::{fmt::Debug, sync::Arc};

use csieve_graph::Cfg;

/// A store of the graphs of functions, made without summaries of callees, for one file in which runs begin and one
/// set of options. A function is known by the number of its file (see [`super::Meaning`]) and its place among the
/// functions of the file.
pub trait KeptGraphs: Debug + Sync {
    /// Returns the graph of a function, if it is kept.
    fn get(&self, function: (Option<u32>, usize)) -> Option<Arc<Cfg>>;

    /// Keeps the graph of a function, or not.
    fn put(&self, function: (Option<u32>, usize), graph: &Arc<Cfg>);
}

/// A store that keeps nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoGraphs;

impl KeptGraphs for NoGraphs {
    fn get(&self, _function: (Option<u32>, usize)) -> Option<Arc<Cfg>> {
        None
    }

    fn put(&self, _function: (Option<u32>, usize), _graph: &Arc<Cfg>) {}
}
