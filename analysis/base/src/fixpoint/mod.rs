//! Fixpoint iteration over a graph: one engine for all data-flow analyses.
//!
//! The method is that of Bourdoncle, "Efficient chaotic iteration strategies with widenings" (Formal
//! Methods in Programming and Their Applications, 1993). An [`Order`] is a weak topological order of the
//! graph, computed with the algorithm of the paper's figure 4 without recursion. The two strategies of the
//! paper follow it:
//!
//! - [`solve`] is the recursive strategy: an inner loop is stable before the iteration goes on with the outer
//!   loop. The effect of an edge is joined into the state of its end node ([`Transfer`]). Loop heads are
//!   widened after a delay, and rounds of narrowing follow. Over an [`Order::of_sequence`], which has no
//!   inner loops, [`solve`] repeats the whole sequence until it is stable.
//! - [`sweep`] is the iterative strategy: every round goes through all nodes in order, and recomputes a node
//!   from all its incoming edges ([`Sweep`]) if a predecessor changed. The caller may keep the states after
//!   each round, which counterexample-guided refinement needs.
//!
//! Most nodes of a function's graph have one edge in and one out. An analysis that needs no states there iterates over
//! the [`Chains`] of the graph instead of its edges.
//!
//! Widening to thresholds, the bounds that a program tests for, is left to the domain ("widening up to" in
//! [HPR]): [`Transfer::widen`] and [`Sweep::grow`] know the thresholds.
//!
//! The ascending iteration ends with a post-fixpoint: for every edge, the state at its end includes the
//! effect of the edge on the state at its start. Narrowing applies the equations to the post-fixpoint once
//! more, so its result is still sound. An iteration that reaches no post-fixpoint returns a [`Stop`] and no
//! states.

mod chains;
mod graph;
mod limits;
mod order;
mod solve;
mod sweep;
mod walk;
mod worklist;

#[cfg(test)]
mod tests;

pub use chains::Chains;
pub use graph::Graph;
pub use limits::{Limits, Stop};
pub use order::Order;
pub use solve::{NEVER, Plan, Transfer, solve};
pub use sweep::{Rounds, Sweep, sweep};
pub use worklist::Worklist;
