//! Interval equations over the whole path ([PR], sections 4.2 and 4.3).

use csieve_base::budget::Steps;
use csieve_base::refuter_id::RefuterId;

use super::{
    Budget, CounterexamplePath, Declaration, ProofForm, Refutation, Refuter, Turn, atoms::proofs,
    known::Scope,
};
use crate::declare_refuter;

declare_refuter! {
    /// Gives every statement of the path one equation over intervals and computes the exact least solution.
    /// If a value is empty, no run gets past its statement. The smallest set of equations that is still
    /// without a solution becomes the proof. One equation stands for all rounds of a loop where that is
    /// precise enough.
    ///
    /// ```c
    /// # #include <stdlib.h>
    /// # void example(char *buffer, int keep)
    /// # {
    ///     int owned = 1;
    ///     if (keep) {
    ///         free(buffer);
    ///         owned = 0;
    ///     }
    ///     if (owned)
    ///         free(buffer);
    /// # }
    /// ```
    ///
    /// `{owned = 0, owned != 0}` has no solution: the second call is not reached after the first.
    Intervals {
        id: RefuterId::Intervals,
        title: "Interval equations without a solution",
        turn: Turn::Path,
        budget: Budget::Equations,
        proves: "The equations of the path over intervals leave some statement no value.",
        proof: ProofForm::Equations,
        papers: &["[PR], sections 4.2 and 4.3"],
    }
}

impl Refuter for Intervals {
    fn declaration(&self) -> &'static Declaration {
        &Self::DECLARATION
    }

    fn refute<'a>(&self, path: &CounterexamplePath<'a, '_>, budget: &mut Steps) -> Refutation<'a> {
        proofs(self.id(), path, Scope::All, budget)
    }
}
