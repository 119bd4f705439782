//! Refuters: proofs that a counterexample path is infeasible, and the observers made from these proofs.
//!
//! A refuter implements [`Refuter`]. Its input is a [`CounterexamplePath`]: a word (the edges of a
//! counterexample path) with its function and interval automaton. Its answer is a [`Refutation`]: `Spurious`
//! with at least one [`Proof`], `Feasible` with values from which the search for inputs begins, or `Unknown`.
//! A proof has two parts: its [`Reasoning`], from which the certificate is printed, and an observer, which
//! rejects the refuted word and all other words that are infeasible for the same reason.
//!
//! [`ALL`] has the refuters in the order in which they are asked. `Atoms` and `Intervals` solve interval
//! equations of the path itself. `Bits` decides the path formula over bit-vectors. `EarlierMisuse` looks for
//! a definite misuse that ends the run earlier. The others prove something for any number of rounds of a
//! loop: they fold the path into its path program ([`Way`] is one of its transitions), compute what holds at
//! its nodes, and exclude the last edge. `Relations`, `Values` and `Conditions` do this with predicates,
//! `Lists` with heap graphs.
//!
//! What must always hold:
//! - `Spurious` means that no run follows the path. Whatever an encoding does not understand may have any
//!   value.
//! - An observer rejects only infeasible words, and it rejects the word that it was made from.
//! - A budget that runs out gives `Unknown`. Budgets count steps, never time.

#![warn(clippy::wildcard_enum_match_arm)]

mod assertions;
mod atoms;
mod bits;
mod cone;
mod conflict;
mod declaration;
mod facts;
mod fold;
mod intervals;
mod known;
mod lists;
mod misuse;
mod object;
mod path;
mod portfolio;
mod system;
#[cfg(test)]
mod tests;

pub use assertions::{
    AssertionClause, AssertionConflict, AssertionObserver, Conditions, Predicate, PredicateId, Refinement,
    Relation, Relations, Rule, Values,
};
pub use assertions::{Held, Judge, kept, needed, printed};
pub use atoms::Atoms;
pub use bits::{BitConflict, Bits, EmbeddingObserver, SymbolSubject, Weakening, Weaker, weaker};
pub use bits::{Encoder, Names, writes};
pub use conflict::{IntervalConflict, excludes_any_rounds};
pub use declaration::{Budget, Declaration, ProofForm, Turn};
pub use facts::FactsObserver;
pub use fold::Way;
pub use intervals::Intervals;
pub use known::{PathIntervals, Scope};
pub use lists::{HeapClause, HeapConflict, HeapObserver, Lists};
pub use misuse::{EarlierMisuse, MisuseConflict};
pub use object::ObjectObserver;
pub use path::CounterexamplePath;
pub use portfolio::{ALL, chosen};
pub use system::{ConflictSystem, Equation};

use csieve_base::{budget::Steps, refuter_id::RefuterId};
use csieve_dataflow::automaton::Automaton;
use csieve_graph::VarId;
use csieve_modelcheck::model::Observer;

/// The reason why a word is infeasible, in the form of the refuter that found it.
#[derive(Clone, Debug)]
pub enum Reasoning {
    /// Interval equations without a solution.
    Intervals(IntervalConflict),
    /// An earlier misuse that ends the run.
    Misuse(MisuseConflict),
    /// Facts about bits that cannot all hold.
    Bits(BitConflict),
    /// Assertions that hold at the locations of the path and exclude its end.
    Assertions(AssertionConflict),
    /// Heaps that hold at the locations of the path and exclude its end.
    Heaps(HeapConflict),
}

/// A proof that a class of words is infeasible.
pub struct Proof<'a> {
    /// The refuter that found the proof.
    pub refuter: RefuterId,
    /// The observer that rejects the refuted word, and all words that are infeasible for the same reason.
    pub observer: Box<dyn Observer + 'a>,
    /// The reason, from which the certificate is printed.
    pub reasoning: Reasoning,
}

impl Proof<'_> {
    /// Returns whether the proof is an interval conflict with an update that counts (`x = x + 1`). Another
    /// number of rounds of the loop then needs another proof.
    pub fn counts(&self, automaton: &Automaton) -> bool {
        let Reasoning::Intervals(conflict) = &self.reasoning else { return false };
        conflict.updates.iter().any(|id| {
            let update = automaton.update(*id);
            !update.restricts && update.reads.contains(&update.target)
        })
    }
}

/// The answer of a refuter about one path.
pub enum Refutation<'a> {
    /// No run takes the path. There is at least one proof.
    Spurious(Vec<Proof<'a>>),
    /// Some run takes the path as far as the refuter models it. The search for inputs begins with these
    /// values.
    Feasible(Seed),
    /// No answer, perhaps because the budget ran out.
    Unknown,
}

/// Values of variables at the entry with which a run may take a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seed {
    /// The bits of variables, by ascending variable. A variable that is not listed may have any value.
    pub values: Vec<(VarId, u128)>,
}

/// A method to prove paths infeasible. All refuters are behind this trait, so that the loop of path reduction
/// ([PR], section 4.1) does not depend on any of them.
pub trait Refuter: Sync {
    /// Returns the declared facts about the refuter: its name, when it is asked, its budget, the form of its
    /// proof.
    fn declaration(&self) -> &'static Declaration;

    /// Returns the identifier of the refuter, as proofs and the option `--refuters` name it.
    fn id(&self) -> RefuterId {
        self.declaration().id
    }

    /// Tries to refute a path within a budget.
    fn refute<'a>(&self, path: &CounterexamplePath<'a, '_>, budget: &mut Steps) -> Refutation<'a>;
}
