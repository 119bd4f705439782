//! The checks. A check is one file: its labels, its property and its message.

mod rule;

pub use rule::Rule;
