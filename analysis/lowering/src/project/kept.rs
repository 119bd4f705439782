//! What is kept for the analyses of other functions of a file: graphs, and values of objects.

use std::{fmt::Debug, sync::Arc};

use csieve_domains::interval::Interval;
use csieve_graph::Cfg;

/// On what an invariant rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// No other code can store into the object: the invariant is a fact.
    AllStores,
    /// No other code can, but the invariant is broken for a while if a call comes back to a function that stores
    /// into the object.
    NoCallBack,
    /// The files that are checked together store nothing else.
    CheckedFiles,
}

/// The values of an object with static storage in all runs, with that on which they rest; `None` if any value of the
/// object's type is possible.
pub type KeptInvariant = Option<(Interval, Basis)>;

/// A store of what analyses of several functions need, for one file in which runs begin and one set of options. A
/// function is known by the number of its file (see [`super::Meaning`]) and its place among the functions of the file.
pub trait Kept: Debug + Sync {
    /// Returns the graph of a function, made without summaries of callees, if it is kept.
    fn graph(&self, function: (Option<u32>, usize)) -> Option<Arc<Cfg>>;

    /// Keeps the graph of a function, or not.
    fn put_graph(&self, function: (Option<u32>, usize), graph: &Arc<Cfg>);

    /// Returns what is known of an object by its name in the file in which runs begin, if that is kept.
    fn invariant(&self, object: &str) -> Option<KeptInvariant>;

    /// Keeps what is known of an object, or not.
    fn put_invariant(&self, object: &str, invariant: KeptInvariant);
}

/// A store that keeps nothing.
#[derive(Clone, Copy, Debug)]
pub struct NothingKept;

impl Kept for NothingKept {
    fn graph(&self, _function: (Option<u32>, usize)) -> Option<Arc<Cfg>> {
        None
    }

    fn put_graph(&self, _function: (Option<u32>, usize), _graph: &Arc<Cfg>) {}

    fn invariant(&self, _object: &str) -> Option<KeptInvariant> {
        None
    }

    fn put_invariant(&self, _object: &str, _invariant: KeptInvariant) {}
}
