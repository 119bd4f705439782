//! Complementary atoms: the same condition is true and false on one path, with no write to its variables in
//! between.

use csieve_base::budget::Steps;
use csieve_base::refuter_id::RefuterId;

use super::{
    Budget, CounterexamplePath, Declaration, Proof, ProofForm, Reasoning, Refutation, Refuter, Turn,
    conflict::conflicts, known::Scope,
};
use crate::declare_refuter;

declare_refuter! {
    /// Compares the conditions of a path over one quantity, as long as no statement between them writes it.
    /// No equation has to be solved.
    ///
    /// ```c
    /// # int example(int n)
    /// # {
    ///     int value;
    ///     if (n > 0)
    ///         value = 1;
    ///     if (n > 0)
    ///         return value;
    ///     return 0;
    /// # }
    /// ```
    ///
    /// `value` is read without a value only if `n > 0` is first false, then true.
    Atoms {
        id: RefuterId::Atoms,
        title: "Complementary conditions on one value",
        turn: Turn::Path,
        budget: Budget::Equations,
        proves: "Conditions on one quantity exclude each other, with no write between them.",
        proof: ProofForm::Equations,
        papers: &["[PR], section 4.3"],
    }
}

impl Refuter for Atoms {
    fn declaration(&self) -> &'static Declaration {
        &Self::DECLARATION
    }

    fn refute<'a>(&self, path: &CounterexamplePath<'a, '_>, budget: &mut Steps) -> Refutation<'a> {
        proofs(self.id(), path, Scope::Atoms, budget)
    }
}

/// Returns the conflicts among the updates that a scope takes into account, each as a proof; `Unknown` if
/// there are none.
pub(super) fn proofs<'a>(
    refuter: RefuterId,
    path: &CounterexamplePath<'a, '_>,
    scope: Scope,
    budget: &mut Steps,
) -> Refutation<'a> {
    let proofs: Vec<Proof> = conflicts(path, scope, budget)
        .into_iter()
        .map(|(conflict, observer)| Proof {
            refuter,
            observer: Box::new(observer),
            reasoning: Reasoning::Intervals(conflict),
        })
        .collect();
    if proofs.is_empty() { Refutation::Unknown } else { Refutation::Spurious(proofs) }
}
