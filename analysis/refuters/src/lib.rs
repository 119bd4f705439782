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
    /// The refuter.
    pub refuter: RefuterId,
    /// The observer that rejects the class, the refuted word included.
    pub observer: Box<dyn Observer + 'a>,
    /// The reason, from which the certificate is printed.
    pub reasoning: Reasoning,
}

impl Proof<'_> {
    /// Whether the conflict rests on an update that counts (`x = x + 1`), so that another number of rounds of
    /// the loop needs another proof.
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
    /// The facts about it: its name, when it is asked, what it may take, what its proof looks like.
    fn declaration(&self) -> &'static Declaration;

    /// Its identifier, in proofs and where refuters are chosen.
    fn id(&self) -> RefuterId {
        self.declaration().id
    }

    /// Tries to refute a path.
    fn refute<'a>(&self, path: &PathProgram<'a, '_>, budget: &mut Steps) -> Refutation<'a>;
}
