//! What several tests need.

pub mod interpreter;
