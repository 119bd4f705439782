//! A counterexample path as the refuters see it.

use csieve_dataflow::automaton::{Automaton, Event};
use csieve_graph::EdgeId;
use csieve_modelcheck::model::{Function, Property};

/// A counterexample path with its function and all that refuters need of it.
#[derive(Clone, Copy)]
pub struct PathProgram<'a, 'w> {
    /// The function.
    pub function: &'a Function<'a>,
    /// Its interval automaton.
    pub automaton: &'a Automaton,
    /// Properties whose definite misuses end a run.
    pub ending: &'a [&'a dyn Property],
    /// Whether signed overflow wraps, as with `-fwrapv`.
    pub wrapv: bool,
    /// The edges of the path, in order.
    pub word: &'w [EdgeId],
    /// The positions in the word at which the property moved, ascending.
    pub moves: &'w [usize],
}

impl<'a> PathProgram<'a, '_> {
    /// All events of the path, each with its position in the word.
    pub fn events(&self) -> Vec<(usize, &'a Event)> {
        let automaton = self.automaton;
        let at = |(position, edge): (usize, &EdgeId)| {
            automaton.events[edge.index()].iter().map(move |event| (position, event))
        };
        self.word.iter().enumerate().flat_map(at).collect()
    }
}
