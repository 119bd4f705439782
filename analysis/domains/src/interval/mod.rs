//! The interval domain: sets of integers between two bounds, with the operators of C on them.
//!
//! The result of an operator covers all results on integers of its operands. No operator panics. Bounds are
//! mathematical integers; the caller has to handle overflow.

mod arithmetic;
mod bits;
mod compare;
mod conversion;
mod types;

pub use types::{pointer_range, type_range};

use std::fmt;

use borsh::{BorshDeserialize, BorshSerialize};

/// The integers from a lower to an upper bound, both inclusive, or no integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Interval {
    low: i128,
    high: i128,
}

impl Interval {
    /// The lower bound minus infinity.
    pub const NEG_INFINITY: i128 = i128::MIN;
    /// The upper bound plus infinity.
    pub const POS_INFINITY: i128 = i128::MAX;
    /// The empty interval.
    pub const EMPTY: Self = Self { low: Self::POS_INFINITY, high: Self::NEG_INFINITY };
    /// The interval of all integers.
    pub const TOP: Self = Self { low: Self::NEG_INFINITY, high: Self::POS_INFINITY };
    /// The interval of only 0.
    pub const ZERO: Self = Self { low: 0, high: 0 };
    /// The interval of only 1.
    pub const ONE: Self = Self { low: 1, high: 1 };
    /// The interval of 0 and 1.
    pub const BOOL: Self = Self { low: 0, high: 1 };
    /// All integers from 1 up, which are the pointers other than NULL.
    pub const NON_NULL: Self = Self { low: 1, high: Self::POS_INFINITY };

    /// All integers from 0 up.
    pub const NOT_NEGATIVE: Self = Self { low: 0, high: Self::POS_INFINITY };

    /// Returns the interval from `low` to `high`, both inclusive. It is empty if `low` is above `high`.
    pub fn new(low: i128, high: i128) -> Self {
        if low > high {
            return Self::EMPTY;
        }
        // A lower bound of plus infinity, or an upper one of minus infinity, stands for a large finite
        // integer.
        Self { low: low.min(Self::POS_INFINITY - 1), high: high.max(Self::NEG_INFINITY + 1) }
    }

    /// Returns the interval of one integer.
    pub fn point(value: i128) -> Self {
        Self::new(value, value)
    }

    /// Returns the interval of all integers from `low` up.
    pub fn at_least(low: i128) -> Self {
        Self::new(low, Self::POS_INFINITY)
    }

    /// Returns the interval of all integers up to `high`, inclusive.
    pub fn at_most(high: i128) -> Self {
        Self::new(Self::NEG_INFINITY, high)
    }

    /// Returns whether the interval has no integer.
    pub fn is_empty(self) -> bool {
        self.low > self.high
    }

    /// Returns the lower and the upper bound, both inclusive; None if the interval is empty.
    pub fn bounds(self) -> Option<(i128, i128)> {
        (!self.is_empty()).then_some((self.low, self.high))
    }

    /// Returns the integer of the interval if it has exactly one.
    pub fn as_point(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    /// Returns whether an integer is in the interval.
    pub fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    /// Returns whether all integers of this interval are in another one.
    pub fn is_subset(self, of: Self) -> bool {
        self.is_empty() || (of.low <= self.low && self.high <= of.high)
    }

    /// Returns the smallest interval that contains both intervals.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Returns the integers that are in both intervals.
    #[must_use]
    pub fn meet(self, other: Self) -> Self {
        Self::new(self.low.max(other.low), self.high.min(other.high))
    }

    /// Removes the given integers from the ends of the interval. Excluded integers further inside stay.
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
