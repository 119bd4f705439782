//! What several tests need.

pub mod heaps;
pub mod interpreter;
