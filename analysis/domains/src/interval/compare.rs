//! Comparisons of intervals.

use super::Interval;
use csieve_graph::BinaryOp;

impl Interval {
    /// Returns the possible results of a comparison: 0, 1 or both, and none if an operand is empty. For an
    /// operator that is no comparison, both are returned.
    #[must_use]
    pub fn compare(op: BinaryOp, a: Self, b: Self) -> Self {
        if a.is_empty() || b.is_empty() {
            return Self::EMPTY;
        }
        let (always, never) = match op {
            BinaryOp::Lt => (a.high < b.low, a.low >= b.high),
            BinaryOp::Le => (a.high <= b.low, a.low > b.high),
            BinaryOp::Gt => (a.low > b.high, a.high <= b.low),
            BinaryOp::Ge => (a.low >= b.high, a.high < b.low),
            BinaryOp::Eq => (a.as_point().is_some() && a == b, a.meet(b).is_empty()),
            BinaryOp::Ne => (a.meet(b).is_empty(), a.as_point().is_some() && a == b),
            _ => (false, false),
        };
        match (always, never) {
            (true, _) => Self::ONE,
            (_, true) => Self::ZERO,
            _ => Self::BOOL,
        }
    }
}
