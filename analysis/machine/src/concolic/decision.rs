//! What a run decided on the way.

use csieve_domains::bits::{TermId, Terms};
use csieve_graph::EdgeId;

/// Where something is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// On an edge of the function that is run, so many calls deep.
    Edge {
        /// The edge, of whatever function is that deep.
        edge: EdgeId,
        /// The number of calls around it.
        depth: usize,
    },
    /// By an input that says whether something succeeds.
    Outcome,
    /// By arithmetic that must not overflow: only one way is defined.
    Defined,
}

/// A decision of a run.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// Where.
    pub guard: Guard,
    /// What is true in this run, of width 1; none if no input has a say.
    pub holds: Option<TermId>,
}

impl Decision {
    /// Whether other inputs may decide otherwise.
    pub fn can_turn(&self) -> bool {
        self.holds.is_some() && self.guard != Guard::Defined
    }

    /// What would have to be true for it to be decided otherwise; none if that cannot be.
    pub fn otherwise(&self, terms: &mut Terms) -> Option<TermId> {
        let turned = terms.not(self.holds.filter(|_| self.guard != Guard::Defined)?);
        (terms.as_constant(turned) != Some(0)).then_some(turned)
    }
}
