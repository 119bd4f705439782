//! Complementary atoms: the same condition taken both ways, with no write to its variables in between.

use csieve_base::budget::Steps;
use csieve_base::refuter_id::RefuterId;

use super::{PathProgram, Proof, Reasoning, Refutation, Refuter, conflict::conflicts, known::Scope};

/// Looks only at conditions over the same quantity; no equation needs solving.
#[derive(Clone, Copy, Debug)]
pub struct Atoms;

impl Refuter for Atoms {
    fn id(&self) -> RefuterId {
        RefuterId::Atoms
    }

    fn refute<'a>(&self, path: &PathProgram<'a, '_>, budget: &mut Steps) -> Refutation<'a> {
        proofs(self.id(), path, Scope::Atoms, budget)
    }
}

/// The conflicts of a scope as proofs.
pub(super) fn proofs<'a>(
    refuter: RefuterId,
    path: &PathProgram<'a, '_>,
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
