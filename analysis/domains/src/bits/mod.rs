//! Bit-vectors: symbolic terms of 1 to 128 bits with wrapping arithmetic, and a decision procedure for sets
//! of conditions on them.
//!
//! [`Terms`] simplifies each term when it is made. [`solve`] turns terms into clauses over single bits
//! (`blast`) and gives these to a SAT solver (`search`). The answer is a [`Model`], an UNSAT core or unknown.
//! This module does not know what the terms stand for in a program.

mod blast;
mod core;
mod guess;
mod model;
mod query;
mod ranges;
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
pub use query::{Answer, Query, contradiction, solve};
pub use smt::script;
pub use term::{BinaryOp, Comparison, SymbolId, Term, TermId, UnaryOp};
pub use terms::Terms;
