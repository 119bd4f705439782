//! Tests of the engine over a small interval domain.

mod interval;
mod laws;
mod orders;
mod solutions;
mod sweeps;
