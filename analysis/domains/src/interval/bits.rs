//! The operators `& | ^ ~ << >>` on intervals of mathematical integers in two's complement.

use super::Interval;

/// Returns the least `2^k - 1` that is at least a non-negative integer, or infinity if that is too large.
fn mask(value: i128) -> i128 {
    match value.checked_add(1).map(i128::unsigned_abs) {
        Some(next) if next <= 1 << 126 => next.next_power_of_two() as i128 - 1,
        _ => Interval::POS_INFINITY,
    }
}

impl Interval {
    /// Applies a bitwise operator: `exact` to two single integers, otherwise `ranges` to the intervals.
    fn bitwise(self, other: Self, exact: fn(i128, i128) -> i128, ranges: fn(Self, Self) -> Self) -> Self {
        match (self.as_point(), other.as_point()) {
            _ if self.is_empty() || other.is_empty() => Self::EMPTY,
            (Some(a), Some(b)) => Self::point(exact(a, b)),
            _ => ranges(self, other),
        }
    }

    /// Returns all integers of the smallest two's complement width that can hold both intervals.
    fn same_width(self, other: Self) -> Self {
        let largest = |bound: i128| if bound < 0 { -(bound.saturating_add(1)) } else { bound };
        let all = [self.low, self.high, other.low, other.high].map(largest).into_iter().max().unwrap_or(0);
        match mask(all) {
            Self::POS_INFINITY => Self::TOP,
            mask => Self::new(-mask - 1, mask),
        }
    }

    /// Returns an interval of all results of `a & b`.
    #[must_use]
    pub fn bit_and(self, other: Self) -> Self {
        self.bitwise(
            other,
            |a, b| a & b,
            |a, b| match (a.low >= 0, b.low >= 0) {
                _ if a.keeps_all_bits_of(b) => b,
                _ if b.keeps_all_bits_of(a) => a,
                (true, true) => Self::new(0, a.high.min(b.high)),
                (true, false) => Self::new(0, a.high),
                (false, true) => Self::new(0, b.high),
                (false, false) => a.same_width(b),
            },
        )
    }

    /// Returns whether `self & other` is always `other`, because `self` is a mask of ones that covers
    /// `other`.
    fn keeps_all_bits_of(self, other: Self) -> bool {
        match self.as_point() {
            Some(-1) => true,
            Some(ones) => ones >= 0 && mask(ones) == ones && other.low >= 0 && other.high <= ones,
            None => false,
        }
    }

    /// Returns an interval of all results of `a | b`.
    #[must_use]
    pub fn bit_or(self, other: Self) -> Self {
        self.bitwise(
            other,
            |a, b| a | b,
            |a, b| {
                if a.low >= 0 && b.low >= 0 {
                    Self::new(a.low.max(b.low), mask(a.high.max(b.high)))
                } else {
                    a.same_width(b)
                }
            },
        )
    }

    /// Returns an interval of all results of `a ^ b`.
    #[must_use]
    pub fn bit_xor(self, other: Self) -> Self {
        self.bitwise(
            other,
            |a, b| a ^ b,
            |a, b| {
                if a.low >= 0 && b.low >= 0 {
                    Self::new(0, mask(a.high.max(b.high)))
                } else {
                    a.same_width(b)
                }
            },
        )
    }

    /// Returns the interval of all results of `~a`.
    #[must_use]
    pub fn bit_not(self) -> Self {
        self.neg().sub(Self::ONE)
    }

    /// Returns an interval of all results of `a << b` without a limit of width. It has all integers if the
    /// count may be negative or above 64.
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn shl(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return Self::EMPTY;
        }
        if other.low < 0 || other.high > 64 {
            return Self::TOP;
        }
        self.mul(Self::new(1 << other.low, 1 << other.high))
    }

    /// Returns an interval of all results of `a >> b`, which keeps the sign. It has all integers if the count
    /// may be negative.
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn shr(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return Self::EMPTY;
        }
        if other.low < 0 {
            return Self::TOP;
        }
        let shift = |bound: i128, by: i128| match bound {
            Self::NEG_INFINITY | Self::POS_INFINITY => bound,
            _ => bound >> by.min(127),
        };
        let low = shift(self.low, other.low).min(shift(self.low, other.high));
        let high = shift(self.high, other.low).max(shift(self.high, other.high));
        Self::new(low, high)
    }
}
