//! A machine that runs lowered functions on chosen inputs, calls included, and sees misuses itself. It shares nothing with what
//! finds and refutes them, so that what it says is evidence of its own.
//!
//! It is right rather than complete: memory is exact to the byte, numbers are exact in their types, and a run in which
//! something decides that is not known ends there.

mod access;
mod allocate;
mod bounds;
mod call;
mod cells;
mod compare;
pub mod concolic;
mod evaluate;
mod guard;
mod inputs;
mod library;
mod literal;
mod locks;
mod lost;
mod memory;
mod names;
mod number;
mod object;
mod outcome;
mod resource;
mod run;
mod state;
mod step;
#[cfg(test)]
mod tests;
mod value;

pub use inputs::{Callee, Chosen, First, Graphs, Host, InputObject, OperatorTypes, Source};
pub use outcome::{End, Misuse, Place, Run, Subject};
pub use run::run;
pub use value::{Known, ObjectId, Pointer, Value};
