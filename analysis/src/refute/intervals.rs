//! Interval equations over the whole path (the paper, section 4).

use crate::budget::Steps;

use super::{PathProgram, Refutation, Refuter, atoms::proofs, known::Scope};

/// Solves the interval equations of the path.
#[derive(Clone, Copy, Debug)]
pub struct Intervals;

impl Refuter for Intervals {
    fn name(&self) -> &'static str {
        "intervals"
    }

    fn refute<'a>(&self, path: &PathProgram<'a, '_>, budget: &mut Steps) -> Refutation<'a> {
        proofs(self.name(), path, Scope::All, budget)
    }
}
