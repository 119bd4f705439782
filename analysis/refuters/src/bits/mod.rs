//! The path as a formula over bit-vectors, exact for C's integers and decided by a SAT solver.
//!
//! A path is a conjunction. Every write gives a variable a fresh symbol and one fact about it, and every
//! condition is a fact. If the conjunction is unsatisfiable, a minimal UNSAT core is the conflict, and its
//! observer rejects every word that contains these facts in this order (`embedding`).

mod conditions;
mod effects;
mod embedding;
mod encode;
mod facts;
mod nearby;
mod operators;
#[cfg(test)]
mod tests;
mod text;
mod values;

pub use effects::{SymbolSubject, writes};
pub use embedding::EmbeddingObserver;
pub use encode::Encoder;
pub(crate) use encode::{Loads, loads};
pub use nearby::{Weakening, Weaker, weaker};
pub use text::Names;
pub(super) use text::place_text;

use csieve_base::{budget::Steps, refuter_id::RefuterId};
use csieve_domains::bits::{Answer, minimal_core, solve};
use csieve_graph::EdgeId;

use facts::PathFacts;

use super::{
    Budget, CounterexamplePath, Declaration, Proof, ProofForm, Reasoning, Refutation, Refuter, Seed, Turn,
};
use crate::declare_refuter;

/// The largest number of facts of a path for which the solver is called.
const MAX_FACTS: usize = 4_000;

/// Facts that cannot all hold, with the statements from which they come.
#[derive(Clone, Debug)]
pub struct BitConflict {
    /// The statements, in path order.
    pub clauses: Vec<BitClause>,
    /// The facts as an unsatisfiable script in SMT-LIB 2.
    pub script: String,
}

/// One statement of a conflict.
#[derive(Clone, Debug)]
pub struct BitClause {
    /// The edge of the statement.
    pub edge: EdgeId,
    /// The facts of the statement about bits, as text: `x#2 = x#1 * x#1 + 1`.
    pub says: String,
    /// The places that no statement between the clauses before and this one may write, in the syntax of C.
    pub shared: Vec<String>,
}

declare_refuter! {
    /// Writes the path as a conjunction over bit-vectors with C's integers exactly, and gives it to a SAT
    /// solver. A minimal UNSAT core is the proof. If the formula is satisfiable, its values are where the
    /// search for inputs begins.
    ///
    /// ```c
    /// # int example(unsigned n)
    /// # {
    ///     int *missing = 0;
    ///     unsigned square = n * n;
    ///     if ((square & 3) == 2)
    ///         return *missing;
    ///     return 0;
    /// # }
    /// ```
    ///
    /// No square ends in the bits `10`.
    Bits {
        id: RefuterId::Bits,
        title: "Facts about bits that cannot all hold",
        turn: Turn::Path,
        budget: Budget::Bits,
        proves: "The path formula over bit-vectors is unsatisfiable.",
        proof: ProofForm::Script,
        papers: &["[Tseitin]"],
    }
}

impl Refuter for Bits {
    fn declaration(&self) -> &'static Declaration {
        &Self::DECLARATION
    }

    fn refute<'a>(&self, path: &CounterexamplePath<'a, '_>, budget: &mut Steps) -> Refutation<'a> {
        let facts = PathFacts::of(path);
        if facts.facts.len() > MAX_FACTS {
            return Refutation::Unknown;
        }
        let assertions: Vec<_> = facts.facts.iter().map(|fact| fact.term).collect();
        match solve(&facts.terms, &assertions, budget) {
            Answer::Unknown => Refutation::Unknown,
            Answer::Sat(model) => Refutation::Feasible(Seed { values: facts.initial_values(&model) }),
            Answer::Unsat(core) => {
                let core =
                    minimal_core(&facts.terms, &assertions, droppable_first(path, &facts, core), budget);
                let core = sorted(core);
                let observer = EmbeddingObserver::new(path, &facts, &core);
                let reasoning = Reasoning::Bits(text::conflict(path, &facts, &core, &observer));
                Refutation::Spurious(vec![Proof {
                    refuter: self.id(),
                    observer: Box::new(observer),
                    reasoning,
                }])
            }
        }
    }
}

/// Sorts a core in the order in which its minimisation tries to drop facts. Facts of statements that the path
/// repeats come first, so that a conflict mentions rounds of a loop only if it must.
fn droppable_first(path: &CounterexamplePath, facts: &PathFacts, mut core: Vec<usize>) -> Vec<usize> {
    let repeats = |edge: EdgeId| path.word.iter().filter(|other| **other == edge).count();
    core.sort_by_key(|fact| {
        let position = facts.facts[*fact].position;
        (repeats(path.word[position]) < 2, position, *fact)
    });
    core
}

fn sorted(mut core: Vec<usize>) -> Vec<usize> {
    core.sort_unstable();
    core
}
