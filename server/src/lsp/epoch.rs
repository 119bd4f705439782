//! Numbers for pieces of work, to cancel all but the current one.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use csieve_analysis::cancel::Cancel;
use tokio::sync::oneshot;

/// The number that means that no work is current.
const NONE: u64 = 0;

/// The number of the current piece of work. All threads can read it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Current(Arc<AtomicU64>);

/// A piece of work, which is cancelled when it is no longer the current one.
#[derive(Clone, Debug)]
pub(crate) struct Epoch {
    /// The number of this round of analysis, which no other round has.
    pub number: u64,
    current: Current,
}

/// Work on an answer for a client that waits for it.
#[derive(Debug)]
pub(crate) struct Wanted<'a, T> {
    /// The round of analysis that ends when the text changes.
    pub epoch: &'a Epoch,
    /// The channel for the answer, which is closed when the client does not wait any more.
    pub reply: &'a oneshot::Sender<T>,
}

impl Current {
    /// Makes the work with this number the current one.
    pub(super) fn begin(&self, number: u64) -> Epoch {
        self.0.store(number, Ordering::Release);
        Epoch { number, current: self.clone() }
    }

    /// Returns the current work, for more of it.
    pub(super) fn now(&self) -> Epoch {
        Epoch { number: self.number(), current: self.clone() }
    }

    /// Cancels the current work.
    pub(super) fn end(&self) {
        self.0.store(NONE, Ordering::Release);
    }

    /// Returns the number of the current work, or 0 if there is none.
    pub(super) fn number(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }

    /// Returns whether any work is current.
    pub(super) fn is_any(&self) -> bool {
        self.number() != NONE
    }
}

impl Cancel for Epoch {
    fn is_cancelled(&self) -> bool {
        self.current.number() != self.number
    }
}

impl<T> Cancel for Wanted<'_, T> {
    fn is_cancelled(&self) -> bool {
        self.epoch.is_cancelled() || self.reply.is_closed()
    }
}
