//! Results for people: findings with their paths and proofs, and the suppressions in a file.
//!
//! - [`finding`] has the result types. A [`finding::FunctionReport`] is the result for one function. It has a
//!   [`finding::Finding`] for each misuse, with its verdict, its witness (a list of [`finding::Step`]s) and
//!   its [`finding::Round`]s of path reduction.
//! - [`report`] makes paths and proofs readable. [`report::steps()`] turns a word, which is a path through
//!   the control-flow graph, into steps. [`report::conflict()`] turns a proof of a refuter into a
//!   [`finding::Conflict`]: equations, one sentence, a drawing of the observer, and a certificate.
//! - [`suppress`] reads comments and attributes of a file that suppress findings, and tells which findings
//!   each of these suppresses.
//!
//! Words and proofs come from the model checker and the refuters. Findings go to the server, which prints
//! them as text, JSON and SARIF, and shows them in editors.
//!
//! Invariants:
//!
//! - The spans of a finding, and the lines in its `Sentence`s, are relative to the start of a function's
//!   definition. A report stays valid when text before the function changes.
//! - The same words and proofs give the same bytes.
//! - Nothing here decides a verdict, and a suppression never changes one.

pub mod finding;
pub mod report;
pub mod suppress;
