//! Interval equation systems and their exact least solutions ([PR], section 4.2).

mod solve;
mod trace;

pub mod traced;

pub use solve::{Solution, least_solution};
pub use trace::{Path, Silent, Trace};

use crate::interval::Interval;

/// A system `x_i = f_i(x)` of monotone interval equations.
pub trait System {
    /// Returns the number of equations.
    fn len(&self) -> usize;

    /// Returns whether the system has no equations.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Evaluates the right-hand side of an equation. Every choice between linear pieces of an operator is
    /// recorded in the trace.
    fn evaluate(&self, index: usize, values: &[Interval], trace: &mut dyn Trace) -> Interval;
}
