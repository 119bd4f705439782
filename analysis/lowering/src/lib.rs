//! From trees to graphs: side effects, types and conversions, calls; units of a file.

pub mod inline;
pub mod lower;
pub mod summary;
pub mod unit;
