//! Lowering: from the syntax trees of C functions to control-flow graphs, and the translation units around
//! the functions.
//!
//! The crate stands between the frontend, which parses, and the analyses, which read graphs:
//!
//! 1. [`unit`] makes a [`unit::TranslationUnit`] of a preprocessed file: its functions with their trees, and
//!    the declarations around them. A [`unit::Version`] keeps the data with which the next version of an
//!    edited file is made faster.
//! 2. [`lower`] reads the declarations into a [`lower::UnitContext`] and turns one function at a time into a
//!    `csieve_graph::Cfg`. Side effects, branches and possible misuses become edges with one action each.
//! 3. [`summary`] has the types for the facts that callers may use of a function. A call of a function with a
//!    [`summary::Summary`] becomes one path for each case of the summary.
//! 4. [`project`] has the files that are checked together, and tells their functions and objects apart.
//! 5. [`inline`] replaces calls by the bodies of the callees, where a summary is not precise enough.
//!
//! Invariants:
//!
//! - A construct that is not understood becomes any value, or the function is [`lower::Skipped`] with a
//!   reason. Lowering never guesses a value.
//! - Expressions of a graph have no side effects. An edge that writes or assumes is the only edge into its
//!   target location.
//! - An incremental version of a file equals a version made from the whole text.
//! - Any text is accepted, broken code included: there are no panics, and recursion is bounded.

pub mod habits;
pub mod inline;
pub mod lower;
pub mod project;
pub mod summary;
pub mod unit;
