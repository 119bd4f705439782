//! An explicit-state checker for CTL, the logic in which the paper states its checks (section 2.3):
//! `AG (malloc_p -> AG (free_p -> !EF used_p))`.
//!
//! What it is for: the checks of csieve are automata, because those take observers on the fly. This module
//! asks the same questions in the logic and answers them independently, so the tests hold one against the other.
//! It is also the place to try a property out before it becomes a check. No command, setting or request of
//! the product leads here, and its answers are about the syntax alone: no refuter sees them.
//!
//! How: [`parse`] reads a formula into [`Formulas`], where equal parts are one; [`of_function`] labels the edges
//! of a function; [`satisfied`] computes the states of every part; [`witness`] and [`counterexample`] find shortest
//! words, in the sense that [`Evidence`] describes.

mod build;
mod check;
mod cycle;
mod formula;
mod function;
mod goal;
mod kripke;
mod labels;
mod names;
mod parse;
mod print;
mod search;
mod sharing;
mod tokens;
mod witness;

pub use check::{Satisfied, satisfied};
pub use formula::{Formula, FormulaId, Formulas};
pub use function::{FunctionStructure, TooManyStates, of_function};
pub use kripke::{Kripke, StateId};
pub use parse::{ParseError, parse};
pub use witness::{Evidence, counterexample, witness};
