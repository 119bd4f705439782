//! Bit-vectors: terms over unknown values with C's widths and wrapping, and whether conditions on them can
//! hold together.
//!
//! [`Terms`] are simplified as they are made. What is left is turned into clauses over single bits
//! (`blast`), which a SAT solver decides (`search`); the answer is a [`Model`] or a core. Nothing here knows
//! what the terms stand for.

mod blast;
mod core;
mod model;
mod query;
mod search;
mod simplify;
mod smt;
mod term;
mod terms;
mod value;

#[cfg(test)]
mod tests;

pub use core::minimal_core;
pub use model::Model;
pub use query::{Answer, Query, solve};
pub use smt::script;
pub use term::{BinaryOp, Comparison, SymbolId, Term, TermId, UnaryOp};
pub use terms::Terms;
