//! Whole programs: does any run from `main` violate a property?
//!
//! The answer to the question of the software-verification competition is true, false or unknown ([`Answer`]).
//!
//! 1. Symbolic runs (`executor`, `step`) follow the program from `main`. Numbers from outside are symbols; a condition
//!    on symbols splits a run in two, unless the solver shows that one side is impossible. States that differ only in
//!    the names of what they hold are followed once (`digest`), so that a program with finitely many states ends.
//! 2. If all runs were followed to their ends and none violates the property, the answer is true.
//! 3. A run that may violate the property is run again by the machine on numbers that lead there (`replay`). Only what
//!    the machine sees makes the answer false. That a run goes on for ever, it sees where the run comes to the same state
//!    twice (`endless`); the solver proposes numbers with which that may be so (`lasso`).
//! 4. If the runs are too many, path reduction looks for a proof about all of them (`prove`).
//!
//! What always holds:
//! - A value of which something is not known may be any value. A run that cannot be followed leaves the answer open, and
//!   so does a budget that runs out, and behaviour that may be undefined for another reason than the property.
//! - The machine, which decides about false, shares nothing with symbolic runs but the graphs.
//! - The same program and limits give the same answer. Budgets count steps.

#![warn(clippy::wildcard_enum_match_arm)]

mod answer;
mod call;
mod code;
mod digest;
mod endless;
mod evaluate;
mod executor;
mod explore;
mod format;
mod inputs;
mod lasso;
mod memory;
mod names;
mod object;
mod path;
mod program;
mod prove;
mod question;
mod replay;
mod state;
mod step;
mod stop;
mod value;

pub use answer::{Program, repeated, verify};
pub use question::{Answer, Given, Happened, Limits, Property, Query, Violation, Visit};
