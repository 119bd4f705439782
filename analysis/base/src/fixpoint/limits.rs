//! The limits of a fixpoint iteration, and the reasons why it can stop early.

use crate::{
    budget::Steps,
    cancel::{Cancel, Never},
};

/// The reason why an iteration ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The budget of steps ran out.
    Exhausted,
    /// An abstract state became larger than its domain allows.
    TooLarge,
    /// The caller no longer wants the result of the iteration.
    Cancelled,
}

/// The resources that an iteration may use.
pub struct Limits<'l> {
    /// The remaining steps. The abstract domain decides how much work counts as one step.
    pub steps: &'l mut Steps,
    /// Cancellation, tested before every visit of a node.
    pub cancel: &'l dyn Cancel,
}

impl<'l> Limits<'l> {
    /// Limits an iteration to the budget `steps`, without cancellation.
    pub fn of(steps: &'l mut Steps) -> Self {
        Self { steps, cancel: &Never }
    }

    /// Takes `steps` steps from the budget.
    ///
    /// # Errors
    /// [`Stop::Exhausted`] if fewer steps are left.
    pub fn take(&mut self, steps: usize) -> Result<(), Stop> {
        let enough = u32::try_from(steps).is_ok_and(|steps| self.steps.take_many(steps));
        if enough { Ok(()) } else { Err(Stop::Exhausted) }
    }

    /// Tests whether the iteration was cancelled.
    ///
    /// # Errors
    /// [`Stop::Cancelled`] if the caller no longer wants the result.
    pub fn go_on(&self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() { Err(Stop::Cancelled) } else { Ok(()) }
    }
}
