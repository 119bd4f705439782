//! Traces of evaluations. An interval operator is linear piece by piece: a hull takes its lower bound from
//! one operand or from the other. A trace records which pieces were used.

use std::hash::Hasher;

use rustc_hash::FxHasher;

/// A recorder of the choices between linear pieces in an evaluation.
pub trait Trace {
    /// Records a choice of a linear piece, as a number.
    fn note(&mut self, choice: u64);
}

/// A trace that records nothing.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Trace for Silent {
    fn note(&mut self, _choice: u64) {}
}

/// A trace that keeps a hash of all choices. A collision of hashes can only make a solution larger than the
/// least one.
#[derive(Clone, Default)]
pub struct Path {
    hasher: FxHasher,
}

impl Path {
    /// Returns the hash of the choices so far.
    pub fn finish(&self) -> u64 {
        self.hasher.finish()
    }
}

impl Trace for Path {
    fn note(&mut self, choice: u64) {
        self.hasher.write_u64(choice);
    }
}
