//! What ends an iteration early.

use crate::{
    budget::Steps,
    cancel::{Cancel, Never},
};

/// Why an iteration ended before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The steps ran out.
    Exhausted,
    /// A state became larger than its domain allows.
    TooLarge,
    /// The result is no longer wanted.
    Cancelled,
}

/// How much an iteration may do.
pub struct Limits<'l> {
    /// The steps that are left; the domain decides what counts as one.
    pub steps: &'l mut Steps,
    /// Asked before every visit of a node.
    pub cancel: &'l dyn Cancel,
}

impl<'l> Limits<'l> {
    /// Steps, and no cancellation.
    pub fn of(steps: &'l mut Steps) -> Self {
        Self { steps, cancel: &Never }
    }

    /// Takes steps.
    ///
    /// # Errors
    /// [`Stop::Exhausted`] if there are fewer.
    pub fn take(&mut self, steps: usize) -> Result<(), Stop> {
        let enough = u32::try_from(steps).is_ok_and(|steps| self.steps.take_many(steps));
        if enough { Ok(()) } else { Err(Stop::Exhausted) }
    }

    /// Asks whether to go on.
    ///
    /// # Errors
    /// [`Stop::Cancelled`] if the result is no longer wanted.
    pub fn go_on(&self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() { Err(Stop::Cancelled) } else { Ok(()) }
    }
}
