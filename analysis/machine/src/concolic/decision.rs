//! The decisions of a run.

use csieve_domains::bits::{TermId, Terms};
use csieve_graph::EdgeId;

/// The point where a run decides something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// At an edge of a function on the stack.
    Edge {
        /// The edge of the decision, in the graph of the function that is called at this depth.
        edge: EdgeId,
        /// The number of callers around the function that decides.
        depth: usize,
    },
    /// At an operation such as an allocation, where an input says whether it succeeds.
    Outcome,
    /// At an operation with a condition without which behaviour is undefined, such as that a sum does not
    /// overflow. Inputs that break the condition are never tried.
    Defined,
}

/// A decision of a run.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// Where the run decided.
    pub guard: Guard,
    /// The condition that was true in this run, a term of 1 bit; `None` if the decision does not depend on
    /// inputs.
    pub holds: Option<TermId>,
}

impl Decision {
    /// Returns whether other inputs may lead to the other side of the decision.
    pub fn can_turn(&self) -> bool {
        self.holds.is_some() && self.guard != Guard::Defined
    }

    /// Returns the condition for the other side of the decision; `None` if no inputs can meet it.
    pub fn otherwise(&self, terms: &mut Terms) -> Option<TermId> {
        let turned = terms.not(self.holds.filter(|_| self.guard != Guard::Defined)?);
        (terms.as_constant(turned) != Some(0)).then_some(turned)
    }
}
