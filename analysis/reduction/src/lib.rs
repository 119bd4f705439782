//! Counterexample-guided path reduction ([PR], section 4.1): search, refute, observe, search again.
//!
//! [`reduce::Reduction`] holds what stays the same for one function: its graph, its interval automaton, the
//! refuters and the options. For a [`reduce::Site`], a place where a check sees a possible misuse, the model
//! checker searches a counterexample, and the refuters try to prove that no run follows it. A proof that
//! checks becomes an observer in the [`reduce::Pool`], and the search goes on without the words that the
//! observer rejects. If no word is left, the misuse is searched once more for any reason; only if that finds
//! nothing is the finding `refuted`. If a word is left that no refuter rules out, the finding is kept as
//! `unrefuted`.
//!
//! The other modules add to this loop:
//! - [`plausibility`] has heuristic reasons not to believe a counterexample. They only make findings
//!   doubtful, which hides them.
//! - [`interprocedural`] tries the findings that are left in larger graphs: with the bodies of callees in
//!   place of calls, and in the graphs of callers.
//! - [`invariants`] are the values that objects with static storage have in all runs.
//! - [`proved`] has the findings that are proofs themselves: code that no run reaches, loops that no run
//!   leaves.
//! - [`termination`] refutes endless loops by ranking functions.
//! - [`graphs`] makes the graphs that the analyses of several functions need.
//! - [`consult`] records which other functions a report depends on.
//!
//! What must always hold: nothing is refuted without a proof whose printed form checks (proofs of an earlier
//! misuse have none). A search that runs out of its limits keeps the finding and says so. Heuristics never
//! refute, and their observers are used in no other search.

pub mod consult;
pub mod graphs;
pub mod interprocedural;
pub mod invariants;
pub mod plausibility;
pub mod proved;
pub mod reduce;
pub mod termination;

#[cfg(test)]
mod tests;
