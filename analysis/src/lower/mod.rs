//! From the tree of a function to its graph: every side effect becomes an edge, every misuse an edge
//! of its own, and what is not understood becomes "any value".
//!
//! Evaluation order: where C leaves it open, operands are taken left to right. A value that a later
//! side effect of the same expression may change is saved in a temporary first.

mod calls;
mod constant;
mod context;
mod convert;
mod ctype;
mod effects;
mod expressions;
mod flow;
mod function;
mod literal;
mod place;
mod scope;
mod signature;
mod skipped;
mod statements;
mod types;
mod usage;

#[cfg(test)]
mod tests;

pub use context::UnitContext;
pub use function::lower_function;
pub use skipped::Skipped;

use function::Lowering;
use skipped::Lowered;
