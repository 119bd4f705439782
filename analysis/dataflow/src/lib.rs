//! Numeric facts about the control-flow graph (CFG) of one function: the interval automaton, one forward pass
//! over intervals, and edges for the misuses of sizes.
//!
//! - [`bounds::guard`] comes first. It adds an edge to the CFG for each misuse of a size that the function
//!   gives a reason to expect: an access outside its object, or an overflow of an allocated size.
//! - [`automaton::automaton`] then derives the [`automaton::Automaton`] ([PR], section 3, definition 1). It
//!   names the quantities of the function and lists for every edge the [`automaton::Event`]s that update or
//!   kill them. Refuters take their equations from it.
//! - [`ranges::Ranges`] is the result of one forward pass over the automaton, with joins and widening. It
//!   tells which locations and edges no run reaches.
//!
//! Data flows in this order only: CFG, automaton, ranges.
//!
//! Invariants:
//!
//! - Every interval covers the values of all runs. An expression that is not understood may have any value of
//!   its type. The only exception is [`automaton::trusting_automaton`], which may make a path doubtful, but
//!   never refutes it.
//! - Where a misuse of a size is asked about is a heuristic. It decides what is searched for, never what is
//!   proved.
//! - Work is counted in steps. No result depends on time.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod automaton;
pub mod bounds;
pub mod ranges;

#[cfg(test)]
mod tests;
