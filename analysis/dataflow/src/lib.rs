//! The interval automaton of a graph, the value pass, and the bounds of accesses.

pub mod automaton;
pub mod bounds;
pub mod ranges;
