//! Refuters: proofs that a counterexample path is infeasible, and the observers they become.

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

pub use assertions::{
    AssertionClause, AssertionConflict, AssertionObserver, Conditions, Predicate, PredicateId, Refinement,
    Relation, Relations, Rule, Values,
};
pub use assertions::{Held, Judge, kept, needed, printed};
pub use atoms::Atoms;
pub use bits::{BitConflict, Bits, EmbeddingObserver, Place, Weakening, Weaker, weaker};
pub use bits::{Encoder, Names, writes};
pub use conflict::IntervalConflict;
pub use declaration::{Budget, Declaration, ProofForm, Turn};
pub use facts::FactsObserver;
pub use fold::Way;
pub use intervals::Intervals;
pub use known::{Known, Scope};
pub use lists::{HeapClause, HeapConflict, HeapObserver, Lists};
pub use misuse::{EarlierMisuse, MisuseConflict};
pub use object::ObjectObserver;
pub use path::PathProgram;
pub use portfolio::{ALL, chosen};
pub use system::{ConflictSystem, Equation};

use csieve_base::{budget::Steps, refuter_id::RefuterId};
use csieve_dataflow::automaton::Automaton;
use csieve_graph::VarId;
use csieve_modelcheck::model::Observer;

/// Why a word is infeasible, in the refuter's own terms.
#[derive(Clone, Debug)]
pub enum Reasoning {
    /// Interval equations without a solution.
    Intervals(IntervalConflict),
    /// The run ends earlier, with another misuse.
    Misuse(MisuseConflict),
    /// Facts about bits that cannot all hold.
    Bits(BitConflict),
    /// Assertions that hold wherever the path comes.
    Assertions(AssertionConflict),
    /// Heaps that the path leads to, which exclude its end.
    Heaps(HeapConflict),
}

/// A proof that a class of words is infeasible.
pub struct Proof<'a> {
    /// The refuter.
    pub refuter: RefuterId,
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
    /// As far as the refuter sees, some run takes it; what it began with is where to look for one.
    Feasible(Seed),
    /// The refuter cannot tell, perhaps because its budget ran out.
    Unknown,
}

/// What variables may be worth where a run begins that takes a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seed {
    /// The bits of variables, by ascending variable; those of others do not matter.
    pub values: Vec<(VarId, u128)>,
}

/// A way to prove paths infeasible: the main seam of the program.
pub trait Refuter: Sync {
    /// The facts about it: its name, when it is asked, what it may take, what its proof looks like.
    fn declaration(&self) -> &'static Declaration;

    /// Its identifier, in proofs and where refuters are chosen.
    fn id(&self) -> RefuterId {
        self.declaration().id
    }

    /// Tries to refute a path.
    fn refute<'a>(&self, path: &PathProgram<'a, '_>, budget: &mut Steps) -> Refutation<'a>;
}
