//! Abstract domains and solvers: intervals and their equations, bit-vectors, relations, heap graphs.

pub mod bits;
pub mod bitwise;
pub mod equations;
pub mod heap;
pub mod interval;
pub mod relations;
