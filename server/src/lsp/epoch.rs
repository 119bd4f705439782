//! Which of several pieces of work is the current one.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use csieve_analysis::cancel::Cancel;

/// The number of no work.
const NONE: u64 = 0;

/// The number of the current work, which others may ask for at any time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Current(Arc<AtomicU64>);

/// A piece of work: it is cancelled as soon as it is not the current one.
#[derive(Clone, Debug)]
pub(crate) struct Epoch {
    /// Its number, which no other has.
    pub number: u64,
    current: Current,
}

impl Current {
    /// Makes a piece of work the current one.
    pub(super) fn begin(&self, number: u64) -> Epoch {
        self.0.store(number, Ordering::Release);
        Epoch { number, current: self.clone() }
    }

    /// Cancels what is current.
    pub(super) fn end(&self) {
        self.0.store(NONE, Ordering::Release);
    }

    /// The number of the current work.
    pub(super) fn number(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }

    /// Whether there is any.
    pub(super) fn is_any(&self) -> bool {
        self.number() != NONE
    }
}

impl Cancel for Epoch {
    fn is_cancelled(&self) -> bool {
        self.current.number() != self.number
    }
}
