//! Tests of the fixpoint engine over a small interval domain.

mod interval;
mod laws;
mod orders;
mod solutions;
mod sweeps;
