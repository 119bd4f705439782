//! Findings: words and proofs as steps, equations, sentences and drawings.

pub mod finding;
pub mod report;
pub mod suppress;
