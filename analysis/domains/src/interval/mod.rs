//! The interval domain: sets of integers between two bounds, with C's operators lifted to them.
//!
//! Every operator covers all results its operands can give; none panics. Bounds are mathematical
//! integers: overflow is the business of whoever compiles the expression.

mod arithmetic;
mod bits;
mod compare;
mod conversion;
mod types;

pub use types::{pointer_range, type_range};

use std::fmt;

/// All integers from a lower to an upper bound, both inclusive, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    low: i128,
    high: i128,
}

impl Interval {
    /// The bound below all integers.
    pub const NEG_INFINITY: i128 = i128::MIN;
    /// The bound above all integers.
    pub const POS_INFINITY: i128 = i128::MAX;
    /// No integer.
    pub const EMPTY: Self = Self { low: Self::POS_INFINITY, high: Self::NEG_INFINITY };
    /// All integers.
    pub const TOP: Self = Self { low: Self::NEG_INFINITY, high: Self::POS_INFINITY };
    /// Just 0.
    pub const ZERO: Self = Self { low: 0, high: 0 };
    /// Just 1.
    pub const ONE: Self = Self { low: 1, high: 1 };
    /// 0 and 1.
    pub const BOOL: Self = Self { low: 0, high: 1 };
    /// From 1 up: pointers to something.
    pub const NON_NULL: Self = Self { low: 1, high: Self::POS_INFINITY };

    /// From 0 up.
    pub const NOT_NEGATIVE: Self = Self { low: 0, high: Self::POS_INFINITY };

    /// From `low` to `high`; empty if `low` is above `high`.
    pub fn new(low: i128, high: i128) -> Self {
        if low > high {
            return Self::EMPTY;
        }
        // A bound that arithmetic pushed to the far infinity still stands for some finite integer.
        Self { low: low.min(Self::POS_INFINITY - 1), high: high.max(Self::NEG_INFINITY + 1) }
    }

    /// Just one integer.
    pub fn point(value: i128) -> Self {
        Self::new(value, value)
    }

    /// From `low` up.
    pub fn at_least(low: i128) -> Self {
        Self::new(low, Self::POS_INFINITY)
    }

    /// Up to `high`.
    pub fn at_most(high: i128) -> Self {
        Self::new(Self::NEG_INFINITY, high)
    }

    /// Whether it holds no integer.
    pub fn is_empty(self) -> bool {
        self.low > self.high
    }

    /// Lower and upper bound, inclusive; none if it is empty.
    pub fn bounds(self) -> Option<(i128, i128)> {
        (!self.is_empty()).then_some((self.low, self.high))
    }

    /// The one integer in it, if it is one.
    pub fn as_point(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    /// Whether an integer is in it.
    pub fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether all its integers are in another interval.
    pub fn is_subset(self, of: Self) -> bool {
        self.is_empty() || (of.low <= self.low && self.high <= of.high)
    }

    /// The smallest interval that holds both.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// What both hold.
    #[must_use]
    pub fn meet(self, other: Self) -> Self {
        Self::new(self.low.max(other.low), self.high.min(other.high))
    }

    /// Without the given integers, as far as they lie at its ends.
    #[must_use]
    pub fn trim(self, excluded: &[i128]) -> Self {
        let (mut low, mut high) = (self.low, self.high);
        while low <= high && excluded.contains(&low) {
            low += 1;
        }
        while low <= high && excluded.contains(&high) {
            high -= 1;
        }
        Self::new(low, high)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.bounds(), self.as_point()) {
            (None, _) => f.write_str("∅"),
            (_, Some(value)) => write!(f, "{value}"),
            (Some((low, high)), None) => {
                match low {
                    Self::NEG_INFINITY => f.write_str("[-∞, ")?,
                    _ => write!(f, "[{low}, ")?,
                }
                match high {
                    Self::POS_INFINITY => f.write_str("∞]"),
                    _ => write!(f, "{high}]"),
                }
            }
        }
    }
}
