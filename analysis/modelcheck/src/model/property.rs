//! Properties: automata over the labels of edges that accept the words to a misuse.
//!
//! `AG (malloc_p -> AG (free_p -> !EF used_p))` is the automaton that starts at a `free_p`, follows the
//! object through copies of `p`, and accepts at a `used_p`. The automaton may start anywhere in a word. The
//! word is a counterexample if the automaton accepts for one of these starts.

use csieve_base::rule::Rule;
use csieve_graph::EdgeId;

use super::{Function, Holder, Holders, Phase};

/// The state of a property that follows one object, or one value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tracked {
    /// The events in the life of the object so far, such as that it was freed.
    pub phase: Phase,
    /// The places that hold the object or value.
    pub holders: Holders,
}

impl Tracked {
    /// Returns the state of an object that one place holds and to which nothing has happened yet.
    pub fn by(holder: Holder) -> Self {
        Self { phase: Phase::default(), holders: Holders::one(holder) }
    }

    /// Returns the state with the same holders in another phase.
    #[must_use]
    pub fn in_phase(self, phase: Phase) -> Self {
        Self { phase, ..self }
    }
}

/// The reaction of a property to an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// The property goes on in this state.
    To(Tracked),
    /// The property stops following the object, because no misuse of it can follow.
    Gone,
    /// The edge may be the misuse. If it is not, the property goes on in this state.
    Perhaps(Tracked),
    /// The edge is the misuse. A definite misuse ends every run. After other misuses a run may go on, for
    /// example after passing a freed pointer to a function.
    Misuse {
        /// Whether no run goes on after the misuse.
        definite: bool,
    },
}

/// An automaton that follows one object or value at a time and accepts at its misuse.
pub trait Property: Sync {
    /// Returns the rule of the check that the property belongs to.
    fn rule(&self) -> Rule;

    /// Returns the greatest number of rounds of path reduction for this property.
    fn max_rounds(&self) -> u32 {
        u32::MAX
    }

    /// Returns the greatest number of states of one search for this property.
    fn max_states(&self) -> u32 {
        u32::MAX
    }

    /// Returns the states in which the property starts at the entry of the function.
    fn at_entry(&self, _function: &Function) -> Vec<Tracked> {
        Vec::new()
    }

    /// Returns the move by which the property starts to follow an object on an edge. `None` if it does not
    /// start there.
    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move>;

    /// Returns the move of the property on an edge, from a state.
    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move;
}
