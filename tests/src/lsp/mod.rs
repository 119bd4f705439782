//! A client of the language server in the same process, and a fake analysis for tests that need no proofs.

mod client;
mod fake;
mod mirror;
mod project;
mod wire;

pub use client::{Client, Setup};
pub use fake::Fake;
pub use mirror::{Columns, Edit, Mirror, assert_valid_ranges};
pub use project::Project;
pub use wire::Wire;
