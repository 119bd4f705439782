//! An explicit-state checker for CTL, the logic in which the paper states its checks (section 2.1):
//! `AG (malloc_p -> AG (free_p -> !EF used_p))`.
//!
//! The checks of csieve are automata, because those take observers on the fly; this is the same question
//! asked in the logic, and answers it independently.

mod build;
mod check;
mod cycle;
mod formula;
mod goal;
mod kripke;
mod labels;
mod parse;
mod print;
mod search;
mod tokens;
mod witness;

pub use check::{Satisfied, satisfied};
pub use formula::{Formula, FormulaId, Formulas};
pub use kripke::{Kripke, StateId};
pub use labels::of_function;
pub use parse::{ParseError, parse};
pub use witness::{Evidence, counterexample, witness};
