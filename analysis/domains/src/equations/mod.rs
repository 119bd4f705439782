//! Interval equation systems and their exact least solutions (the paper, section 4.2).

mod solve;
mod trace;

pub mod traced;

pub use solve::{Solution, least_solution};
pub use trace::{Path, Silent, Trace};

use crate::interval::Interval;

/// A system `x_i = f_i(x)` of monotone interval equations.
pub trait System {
    /// The number of equations.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The right-hand side of an equation. Every choice it makes between linear pieces goes to the trace.
    fn evaluate(&self, index: usize, values: &[Interval], trace: &mut dyn Trace) -> Interval;
}
