//! Fixpoint iteration over a graph: one engine for every analysis that computes what is known at locations.
//!
//! The method is that of Bourdoncle, "Efficient chaotic iteration strategies with widenings" (Formal
//! Methods in Programming and Their Applications, 1993). An [`Order`] is a weak topological order of the
//! graph, computed with the algorithm of the paper's figure 4 without recursion. The two strategies of the
//! paper follow it:
//!
//! - [`solve`] is the recursive strategy: an inner loop is stable before its surroundings go on. What comes
//!   along an edge is joined into the state where the edge ends ([`Transfer`]); heads of loops are widened
//!   after a delay, and rounds of narrowing follow. Over an [`Order::of_sequence`], which has no inner
//!   loops, it goes round the whole sequence instead.
//! - [`sweep`] is the iterative strategy: every round goes once through all nodes, and computes a node from
//!   all that comes into it ([`Sweep`]). The states after each round can be kept, which refinement by
//!   counterexamples needs.
//!
//! A widening that keeps the bounds a program tests for ("widening up to"; Halbwachs, Proy and Roumanoff,
//! "Verification of real-time systems using linear relation analysis") is the business of the domain:
//! [`Transfer::widen`] and [`Sweep::grow`] hold the thresholds.
//!
//! What an iteration from below ends with is a post-fixpoint: what comes along an edge from the state at
//! its start is part of the state at its end. Narrowing puts such states into the equations once more, so
//! what it gives holds of all runs as well. An iteration that reaches no post-fixpoint says so with a
//! [`Stop`] and gives no states.

mod graph;
mod limits;
mod order;
mod solve;
mod sweep;
mod walk;
mod worklist;

#[cfg(test)]
mod tests;

pub use graph::Graph;
pub use limits::{Limits, Stop};
pub use order::Order;
pub use solve::{NEVER, Plan, Transfer, solve};
pub use sweep::{Rounds, Sweep, sweep};
pub use worklist::Worklist;
