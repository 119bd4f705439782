//! A concrete interpreter ("the machine"): it runs lowered functions on chosen inputs, calls included, and
//! sees misuses itself.
//!
//! [`run()`] executes a function edge by edge. It gets the graphs from [`Graphs`] and asks a [`Host`] for
//! every input ([`Source`]): parameters, globals, memory that existed before, results of unknown functions,
//! and whether allocations and the like succeed. The result is a [`Run`]: how the run ended, and the misuses
//! that happened. A [`Host`] may also carry its own knowledge (a shadow) along with every [`Value`].
//!
//! [`concolic`] has such a host. Its shadows are symbolic terms, and a solver finds inputs that lead the next
//! run elsewhere.
//!
//! A run takes common steps in quick forms, which are made once for each location. They do what the general
//! forms do, only sooner, and leave everything else to them. Runs of hosts with shadows take the general
//! forms.
//!
//! Further runs do not execute again what gives the same each time: what plain initialisers store is kept with
//! the graphs ([`Kept`]).
//!
//! Memory is made of objects. Each keeps the values that were written to it, byte for byte; bytes that were
//! never written say where they come from, for instance from an input.
//!
//! What must always hold:
//! - The machine shares nothing with the code that finds and refutes misuses, so that its results are
//!   independent evidence.
//! - The machine is right rather than complete. Memory is exact to the byte, numbers are exact in their
//!   types. A run ends as soon as an unknown value decides something.
//! - The same graphs and choices give the same run. Budgets count steps, never time.

#![warn(clippy::wildcard_enum_match_arm)]

mod access;
mod allocate;
mod atomic;
mod bits;
mod bounds;
mod call;
mod cells;
mod code;
mod compare;
pub mod concolic;
mod evaluate;
mod first;
mod foreign;
mod guard;
mod inputs;
mod kept;
mod lasso;
mod library;
mod listed;
mod literal;
mod locks;
mod lost;
mod marks;
mod meant;
mod memory;
mod names;
mod number;
mod object;
mod outcome;
mod quick;
mod real;
mod resource;
mod run;
mod state;
mod step;
mod structure;
#[cfg(test)]
mod tests;
mod value;
mod variadic;

pub use inputs::{Callee, Chosen, First, Graphs, Host, InputObject, OperatorTypes, Source};
pub use kept::{FirstValues, Kept};
pub use lasso::{Ending, until_again};
pub use listed::Listed;
pub use literal::literal_bytes;
pub use outcome::{End, Misuse, ProgramPoint, Release, Run, Subject};
pub use run::run;
pub use value::{Known, ObjectId, Pointer, Value};
