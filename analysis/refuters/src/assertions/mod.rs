//! Assertions that hold wherever control comes along a path: proofs that cover every number of rounds of its loops.
//!
//! The path is folded into a path program, whose loops are those of the function. Somebody guesses what may hold at its
//! locations (`values`, `conditions`, `relations`); of all guesses, those that no statement breaks are kept. That is
//! cartesian predicate abstraction (the lecture of Strejček, after Clarke et al.), with the solver for bits as the judge of every
//! statement, so a guess needs no justification. What the end of the path cannot get past, and what that rests on,
//! becomes a list of rules: "if these hold, then behind this statement that one does". The rules are the observer and the
//! proof.

mod conditions;
mod cone;
mod hold;
mod observer;
mod predicate;
mod relations;
mod rule;
mod sums;
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

use crate::{PathProgram, Proof, Reasoning, Refutation, fold::Folded};

use hold::{Guesses, held};

/// Rules that lead to the end of a path, which the last of them excludes.
#[derive(Clone, Debug)]
pub struct AssertionConflict {
    /// What is said, indexed by [`PredicateId`].
    pub predicates: Vec<Predicate>,
    /// The rules, the one that excludes the end last.
    pub rules: Vec<Rule>,
    /// For every statement of the path that takes part, in its order: what the rules say of it.
    pub clauses: Vec<AssertionClause>,
    /// Where iterations that led to the assertions did not widen.
    pub refinements: Vec<Refinement>,
    /// For every rule a script in SMT-LIB 2 that asks whether it can fail, with `(reset)` between them: each is unsatisfiable.
    pub script: String,
}

/// A step of an iteration that did not widen at a loop, because a counterexample had shown that this lost too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refinement {
    /// An edge that leaves the head of the loop.
    pub edge: EdgeId,
    /// The step of the iteration; the first is 1.
    pub step: usize,
    /// What it did.
    pub instead: Instead,
}

/// What the rules say of one statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssertionClause {
    /// The statement.
    pub edge: EdgeId,
    /// What holds behind it, as the source would say it; nothing if no run gets past it.
    pub holds: Vec<String>,
}

/// The first proof that one of some attempts finds.
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

/// What comes of guesses: the rules that exclude the end of the path, if they are enough for that.
fn refuted<'a>(
    refuter: RefuterId,
    path: &PathProgram<'a, '_>,
    folded: &Folded,
    guesses: Guesses,
    budget: &mut Steps,
) -> Refutation<'a> {
    let Some(proof) = held(path, folded, guesses, budget) else { return Refutation::Unknown };
    let observer = AssertionObserver::new(path.function, &proof.predicates, &proof.rules);
    let reasoning = Reasoning::Assertions(text::conflict(path.function, path.wrapv, path.word, proof));
    Refutation::Spurious(vec![Proof { refuter, observer: Box::new(observer), reasoning }])
}
