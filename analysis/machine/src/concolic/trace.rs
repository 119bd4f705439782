//! The record of a run.

use std::{cell::OnceCell, rc::Rc};

use csieve_graph::{EdgeId, Type};

use crate::{Chosen, Run, Source};

use super::{Decision, conditions::Conditions};

/// An edge that a run took.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The number of edges that the run took before this one.
    pub step: u32,
    /// The id of the edge that was taken.
    pub edge: EdgeId,
    /// The function of the edge, as an index of [`Trace::functions`].
    pub function: u32,
    /// The number of callers around the function of the edge.
    pub depth: usize,
    /// The number of decisions that the run made before it took this edge.
    pub decisions: usize,
}

/// An input for which a run asked.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The input for which the run asked: a parameter, a result, and so on.
    pub source: Source,
    /// The type in which the run asked for the input.
    pub ty: Type,
    /// The value that was chosen for the input.
    pub chosen: Chosen,
    /// The number of edges that the run took before the one that asked for the input.
    pub at: u32,
}

/// A run with its decisions and inputs.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The end of the run and its misuses.
    pub run: Run,
    /// The names of the functions that were entered, each once.
    pub functions: Vec<String>,
    /// The edges that were taken, in order. Of a long run, only the first time that an edge was taken at some
    /// depth, and the last steps.
    pub taken: Vec<Taken>,
    /// The decisions, in order.
    pub decisions: Vec<Decision>,
    /// The inputs, in the order in which the run asked for them.
    pub asked: Vec<Asked>,
    /// The conditions of the decisions, with the indices of these as places; made when the first one is turned.
    pub(super) conditions: OnceCell<Rc<Conditions>>,
}

impl Trace {
    /// Returns the trace with other inputs.
    #[must_use]
    pub fn with_inputs(self, asked: Vec<Asked>) -> Self {
        Self { asked, ..self }
    }

    /// Returns the edge that asked for an input, if the trace has it.
    pub fn asking(&self, asked: &Asked) -> Option<&Taken> {
        let at = self.taken.binary_search_by_key(&asked.at, |taken| taken.step).ok()?;
        self.taken.get(at)
    }

    /// Returns the name of the function in which an edge was taken.
    pub fn function(&self, taken: &Taken) -> &str {
        &self.functions[taken.function as usize]
    }
}
