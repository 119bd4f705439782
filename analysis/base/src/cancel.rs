//! Cancellation of an analysis by its caller. The analysis itself starts no threads; it only asks whether it
//! is cancelled.

/// The cancellation test that long loops call now and then.
pub trait Cancel {
    /// Returns whether the caller no longer wants the result of the analysis.
    fn is_cancelled(&self) -> bool;

    /// Goes on if the caller still wants the result.
    ///
    /// # Errors
    /// [`Cancelled`] if not.
    fn go_on(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }
}

/// A [`Cancel`] that never cancels.
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

/// The error of an analysis that was cancelled and has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;
