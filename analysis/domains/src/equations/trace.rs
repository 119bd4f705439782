//! Which linear piece of its operators an evaluation went through.

use std::hash::Hasher;

use rustc_hash::FxHasher;

/// Takes notes of the choices of an evaluation.
pub trait Trace {
    /// Notes a choice.
    fn note(&mut self, choice: u64);
}

/// Takes no notes.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Trace for Silent {
    fn note(&mut self, _choice: u64) {}
}

/// All choices, as a hash. Two paths that agree by accident only make a solution larger than the least.
#[derive(Clone, Default)]
pub struct Path {
    hasher: FxHasher,
}

impl Path {
    /// The hash so far.
    pub fn finish(&self) -> u64 {
        self.hasher.finish()
    }
}

impl Trace for Path {
    fn note(&mut self, choice: u64) {
        self.hasher.write_u64(choice);
    }
}
