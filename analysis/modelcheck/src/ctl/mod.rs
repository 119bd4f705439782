//! An explicit-state checker for CTL, the logic in which the checks are stated ([PR], section 2.3):
//! `AG (malloc_p -> AG (free_p -> !EF used_p))`.
//!
//! Purpose: the checks of csieve are automata, because automata can be combined with observers during a
//! search. This module decides the same properties in the logic, independently, so that tests can compare the
//! two. A property can be tried out here before it becomes a check. Its results are about the syntax alone: no
//! refuter is involved. Rules of users use the formulas of this module (`csieve-own`), but not its checker.
//!
//! Steps: [`parse`] reads a formula into [`Formulas`], where equal parts have one id; [`of_function`] labels
//! the edges of a function; [`satisfied`] computes the states of every part; [`witness`] and
//! [`counterexample`] find shortest words, in the sense of [`Evidence`].

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
