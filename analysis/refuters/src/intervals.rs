//! Interval equations over the whole path (the paper, section 4).

use csieve_base::budget::Steps;
use csieve_base::refuter_id::RefuterId;

use super::{PathProgram, Refutation, Refuter, atoms::proofs, known::Scope};

/// Solves the interval equations of the path.
#[derive(Clone, Copy, Debug)]
pub struct Intervals;

impl Refuter for Intervals {
    fn id(&self) -> RefuterId {
        RefuterId::Intervals
    }

    fn refute<'a>(&self, path: &PathProgram<'a, '_>, budget: &mut Steps) -> Refutation<'a> {
        proofs(self.id(), path, Scope::All, budget)
    }
}
