//! Reads files with rules of users. docs/own-rules.md describes the format.
//!
//! - [`table`] is what a file may say. The doc comments of its keys are their descriptions in the JSON
//!   schema.
//! - `labels` makes the labels of a rule (`query` is the grammar of their queries), `states` its automaton from a table of states, `formula` its
//!   automaton from a formula of CTL.
//! - [`read`] reads whole files; `places` says where the labels stand in the text.
//!
//! What must always hold: a file is read completely, or the first mistake is told at its place.

mod formula;
mod labels;
mod places;
mod query;
mod read;
mod states;
pub mod table;

#[cfg(test)]
mod tests;

pub use places::{LabelPlace, label_places};
pub use read::{Mistake, Reader};
