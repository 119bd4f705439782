//! What is known of a run.

use crate::{
    cfg::{EdgeId, Type},
    machine::{Chosen, Run, Source},
};

use super::Decision;

/// An edge that a run took.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The edge.
    pub edge: EdgeId,
    /// The number of calls around it.
    pub depth: usize,
    /// The number of decisions before it.
    pub decisions: usize,
}

/// An input of a run.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What was chosen.
    pub source: Source,
    /// The type in which it was asked for.
    pub ty: Type,
    /// The choice.
    pub chosen: Chosen,
    /// The index in [`Trace::taken`] of the edge that asked for it.
    pub at: usize,
}

/// A run with its decisions.
#[derive(Clone, Debug)]
pub struct Trace {
    /// How it went.
    pub run: Run,
    /// The edges, in order.
    pub taken: Vec<Taken>,
    /// The decisions, in order.
    pub decisions: Vec<Decision>,
    /// The inputs, in the order in which they were asked for.
    pub asked: Vec<Asked>,
}
