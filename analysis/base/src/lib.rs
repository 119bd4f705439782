//! What all crates of the analysis share: texts and lines, budgets, cancellation, ids of rules and refuters, the library tables, options.

pub mod budget;
pub mod cancel;
pub mod fixpoint;
pub mod library;
pub mod options;
pub mod refuter_id;
pub mod rule;
pub mod text;
pub mod watch;
