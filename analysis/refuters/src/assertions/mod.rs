//! Proofs by assertions at the locations of a path. They cover every number of rounds of its loops.
//!
//! The path is folded into a path program, whose loops are those of the function. The modules `values`,
//! `conditions` and `relations` guess predicates that may hold at its locations. The largest set of guesses
//! that every statement keeps is computed as in [Houdini]; this is cartesian predicate abstraction ([IA159],
//! [CEGAR]). The SAT solver or linear arithmetic decides each step, so a guess needs no justification. If the
//! guesses that are kept exclude the end of the path, the steps that this rests on become a list of rules:
//! "if these predicates hold, then after this statement that one holds". The rules are the proof, and the
//! observer is made from them.

mod conditions;
mod cone;
mod hold;
mod linear;
mod observer;
mod predicate;
mod relations;
mod rule;
mod sums;
#[cfg(test)]
mod tests;
mod text;
mod values;

pub use conditions::Conditions;
pub use hold::{Held, kept, needed};
pub use observer::AssertionObserver;
pub use predicate::{Predicate, PredicateId, Relation};
pub use relations::Relations;
pub use rule::Judge;
pub use rule::Rule;
pub use text::conflict as printed;
pub use values::Values;

use csieve_base::{budget::Steps, refuter_id::RefuterId};
use csieve_domains::relations::Instead;
use csieve_graph::EdgeId;

use crate::{CounterexamplePath, Proof, Reasoning, Refutation, fold::PathProgram};

use hold::{Guesses, held};

/// A proof by rules: the last rule excludes the end of the path, and the others establish what it needs.
#[derive(Clone, Debug)]
pub struct AssertionConflict {
    /// The predicates of the rules, indexed by [`PredicateId`].
    pub predicates: Vec<Predicate>,
    /// The rules. The last one says that no run takes the last edge of the path.
    pub rules: Vec<Rule>,
    /// For every statement of the path that has a rule, in path order: the predicates that hold after the
    /// statement.
    pub clauses: Vec<AssertionClause>,
    /// The steps at which the iterations that led to the guesses did not widen.
    pub refinements: Vec<Refinement>,
    /// The unsatisfiable scripts of the rules in SMT-LIB 2, with `(reset)` between two of them. A script is
    /// satisfiable only if its rule can fail.
    pub script: String,
}

/// A step of an iteration at which another operation replaced widening at a loop. A counterexample had shown
/// that widening there loses too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refinement {
    /// An edge that leaves the head of the loop.
    pub edge: EdgeId,
    /// The step of the iteration at which widening was replaced, counted from 1.
    pub step: usize,
    /// The operation that replaced widening.
    pub instead: Instead,
}

/// The predicates that the rules establish after one statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssertionClause {
    /// The edge of the statement.
    pub edge: EdgeId,
    /// The predicates that hold after the statement, in the syntax of C; empty if no run gets past the
    /// statement.
    pub holds: Vec<String>,
}

/// Makes attempts in order until one finds a proof. `Unknown` if none does.
fn any<'a, T>(
    attempts: impl IntoIterator<Item = T>,
    refute: impl FnMut(T) -> Refutation<'a>,
) -> Refutation<'a> {
    attempts
        .into_iter()
        .map(refute)
        .find(|said| matches!(said, Refutation::Spurious(_)))
        .unwrap_or(Refutation::Unknown)
}

/// Drops the guesses that do not hold, and refutes the path if the guesses that are left exclude its end.
/// `Unknown` if they do not exclude it, or if the budget runs out.
fn refuted<'a>(
    refuter: RefuterId,
    path: &CounterexamplePath<'a, '_>,
    folded: &PathProgram,
    guesses: Guesses,
    budget: &mut Steps,
) -> Refutation<'a> {
    let Some(proof) = held(path, folded, guesses, budget) else { return Refutation::Unknown };
    let observer = AssertionObserver::new(path.function, &proof.predicates, &proof.rules);
    let reasoning = Reasoning::Assertions(text::conflict(path.function, path.wrapv, path.word, proof));
    Refutation::Spurious(vec![Proof { refuter, observer: Box::new(observer), reasoning }])
}
