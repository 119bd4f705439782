//! What is known of a run.

use csieve_graph::{EdgeId, Type};

use crate::{Chosen, Run, Source};

use super::Decision;

/// An edge that a run took.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The edge.
    pub edge: EdgeId,
    /// The function that it is an edge of, as an index of [`Trace::functions`].
    pub function: u32,
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
    /// The functions that were entered, by their names.
    pub functions: Vec<String>,
    /// The edges, in order.
    pub taken: Vec<Taken>,
    /// The decisions, in order.
    pub decisions: Vec<Decision>,
    /// The inputs, in the order in which they were asked for.
    pub asked: Vec<Asked>,
}

impl Trace {
    /// The name of the function that an edge was taken in.
    pub fn function(&self, taken: &Taken) -> &str {
        &self.functions[taken.function as usize]
    }
}
