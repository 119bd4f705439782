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
    /// How far it is: not freed, freed.
    pub phase: Phase,
    /// Who holds it.
    pub holders: Holders,
}

impl Tracked {
    /// In the first phase, held by one place.
    pub fn by(holder: Holder) -> Self {
        Self { phase: Phase::default(), holders: Holders::one(holder) }
    }

    /// The same in another phase.
    #[must_use]
    pub fn in_phase(self, phase: Phase) -> Self {
        Self { phase, ..self }
    }
}

/// What a property does on an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// Goes on.
    To(Tracked),
    /// Nothing can happen any more to what is followed.
    Gone,
    /// Perhaps the misuse; if not, it goes on.
    Perhaps(Tracked),
    /// The misuse. A definite one ends every run; another may be survived (a freed pointer that is
    /// only passed on).
    Misuse {
        /// Whether no run goes on after it.
        definite: bool,
    },
}

/// One check as an automaton.
pub trait Property: Sync {
    /// The rule.
    fn rule(&self) -> Rule;

    /// Most rounds of path reduction that are worth it.
    fn max_rounds(&self) -> u32 {
        u32::MAX
    }

    /// Most states of one search that are worth it.
    fn max_states(&self) -> u32 {
        u32::MAX
    }

    /// What starts to be followed where a run begins.
    fn at_entry(&self, _function: &Function) -> Vec<Tracked> {
        Vec::new()
    }

    /// What starts to be followed on an edge, or is misused there at once.
    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move>;

    /// What becomes of something followed on an edge.
    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move;
}
