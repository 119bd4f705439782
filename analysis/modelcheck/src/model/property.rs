//! Properties: what a check looks for along a word, as an automaton over the labels of edges.
//!
//! `AG (malloc_p -> AG (free_p -> !EF used_p))` is the automaton that starts at a `free_p`, follows the
//! object through copies of `p`, and accepts at a `used_p`. Where to start is chosen freely: a word
//! is a counterexample if one choice accepts.

use csieve_base::rule::Rule;
use csieve_graph::EdgeId;

use super::{Function, Holder, Holders, Phase};

/// The state of a property that follows one object, or one value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tracked {
    /// What has happened to the object: not freed, freed.
    pub phase: Phase,
    /// The places that hold the object or value.
    pub holders: Holders,
}

impl Tracked {
    /// The state of an object in the first phase, held by one place.
    pub fn by(holder: Holder) -> Self {
        Self { phase: Phase::default(), holders: Holders::one(holder) }
    }

    /// The same holders in another phase.
    #[must_use]
    pub fn in_phase(self, phase: Phase) -> Self {
        Self { phase, ..self }
    }
}

/// What a property does on an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// The property goes on in this state.
    To(Tracked),
    /// The property stops following the object: no misuse of it can come.
    Gone,
    /// The edge may be the misuse. If it is not, the property goes on in this state.
    Perhaps(Tracked),
    /// The edge is the misuse. A definite misuse ends every run. A run may survive another one, such as
    /// passing a freed pointer on.
    Misuse {
        /// Whether no run goes on after it.
        definite: bool,
    },
}

/// One check as an automaton.
pub trait Property: Sync {
    /// The rule.
    fn rule(&self) -> Rule;

    /// Bound on the rounds of path reduction for this property.
    fn max_rounds(&self) -> u32 {
        u32::MAX
    }

    /// Bound on the states of one search for this property.
    fn max_states(&self) -> u32 {
        u32::MAX
    }

    /// The states in which the property starts at the entry of the function.
    fn at_entry(&self, _function: &Function) -> Vec<Tracked> {
        Vec::new()
    }

    /// The move by which the property starts to follow an object on an edge. None if it does not start there.
    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move>;

    /// The move of the property on an edge, from a state.
    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move;
}
