//! Cancellation from outside, without threads inside.

/// Asked now and then by long loops.
pub trait Cancel {
    /// Whether the result is no longer wanted.
    fn is_cancelled(&self) -> bool;
}

/// Never cancels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Never;

impl Cancel for Never {
    fn is_cancelled(&self) -> bool {
        false
    }
}

impl<F: Fn() -> bool> Cancel for F {
    fn is_cancelled(&self) -> bool {
        self()
    }
}

/// The analysis was cancelled; there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;
