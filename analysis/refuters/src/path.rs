//! A counterexample path in the form in which refuters get it.

use csieve_dataflow::automaton::{Automaton, Event};
use csieve_graph::EdgeId;
use csieve_modelcheck::model::{Function, Property};

/// A counterexample path with its function and everything else that refuters need.
#[derive(Clone, Copy)]
pub struct CounterexamplePath<'a, 'w> {
    /// The function that the path goes through.
    pub function: &'a Function<'a>,
    /// The interval automaton of the function.
    pub automaton: &'a Automaton,
    /// Properties whose definite misuses end a run.
    pub ending: &'a [&'a dyn Property],
    /// Whether signed overflow wraps, as with `-fwrapv`.
    pub wrapv: bool,
    /// The edges of the path, in order.
    pub word: &'w [EdgeId],
    /// The positions in the word at which the property changed its state, ascending.
    pub moves: &'w [usize],
}

impl<'a> CounterexamplePath<'a, '_> {
    /// Returns all events of the path in order, each with the position in the word of its edge.
    pub fn events(&self) -> Vec<(usize, &'a Event)> {
        let automaton = self.automaton;
        let at = |(position, edge): (usize, &EdgeId)| {
            automaton.events[edge.index()].iter().map(move |event| (position, event))
        };
        self.word.iter().enumerate().flat_map(at).collect()
    }
}
