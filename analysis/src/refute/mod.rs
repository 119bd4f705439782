//! Refuters: proofs that a counterexample path is infeasible, and the observers they become.

mod atoms;
mod cone;
mod conflict;
mod facts;
mod intervals;
mod known;
mod misuse;
mod object;
mod path;
mod system;

pub use atoms::Atoms;
pub use conflict::IntervalConflict;
pub use facts::FactsObserver;
pub use intervals::Intervals;
pub use known::{Known, Scope};
pub use misuse::{EarlierMisuse, MisuseConflict};
pub use object::ObjectObserver;
pub use path::PathProgram;
pub use system::{ConflictSystem, Equation};

use crate::{automaton::Automaton, budget::Steps, model::Observer};

/// Why a word is infeasible, in the refuter's own terms.
#[derive(Clone, Debug)]
pub enum Reasoning {
    /// Interval equations without a solution.
    Intervals(IntervalConflict),
    /// The run ends earlier, with another misuse.
    Misuse(MisuseConflict),
}

/// A proof that a class of words is infeasible.
pub struct Proof<'a> {
    /// The refuter: `atoms`, `intervals`, `misuse`.
    pub refuter: &'static str,
    /// The observer that rejects the class, the refuted word included.
    pub observer: Box<dyn Observer + 'a>,
    /// The proof, to be printed.
    pub reasoning: Reasoning,
}

impl Proof<'_> {
    /// Whether it is about how often something was counted: another round of the loop needs another proof.
    pub fn counts(&self, automaton: &Automaton) -> bool {
        let Reasoning::Intervals(conflict) = &self.reasoning else { return false };
        conflict.updates.iter().any(|id| {
            let update = automaton.update(*id);
            !update.restricts && update.reads.contains(&update.target)
        })
    }
}

/// What a refuter says of a path.
pub enum Refutation<'a> {
    /// No run takes it; never without a proof.
    Spurious(Vec<Proof<'a>>),
    /// The refuter cannot tell, perhaps because its budget ran out.
    Unknown,
}

/// A way to prove paths infeasible: the main seam of the program.
pub trait Refuter {
    /// Tries to refute a path.
    fn refute<'a>(&self, path: &PathProgram<'a, '_>, budget: &mut Steps) -> Refutation<'a>;
}

/// All refuters, the cheapest first.
pub const ALL: &[&dyn Refuter] = &[&Atoms, &EarlierMisuse, &Intervals];
