//! `& | ^ ~ << >>` on intervals of mathematical integers in two's complement.

use super::Interval;

/// `2^k - 1` with the least `k` that covers a non-negative integer.
fn mask(value: i128) -> i128 {
    match value.checked_add(1).map(i128::unsigned_abs) {
        Some(next) if next <= 1 << 126 => next.next_power_of_two() as i128 - 1,
        _ => Interval::POS_INFINITY,
    }
}

impl Interval {
    /// The same result for two single integers, else what `ranges` says.
    fn bitwise(self, other: Self, exact: fn(i128, i128) -> i128, ranges: fn(Self, Self) -> Self) -> Self {
        match (self.as_point(), other.as_point()) {
            _ if self.is_empty() || other.is_empty() => Self::EMPTY,
            (Some(a), Some(b)) => Self::point(exact(a, b)),
            _ => ranges(self, other),
        }
    }

    /// All integers that two's complement of the same width can hold.
    fn same_width(self, other: Self) -> Self {
        let largest = |bound: i128| if bound < 0 { -(bound.saturating_add(1)) } else { bound };
        let all = [self.low, self.high, other.low, other.high].map(largest).into_iter().max().unwrap_or(0);
        match mask(all) {
            Self::POS_INFINITY => Self::TOP,
            mask => Self::new(-mask - 1, mask),
        }
    }

    /// All results of `a & b`.
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

    /// Whether `self & other` is `other`: a mask of ones that covers it.
    fn keeps_all_bits_of(self, other: Self) -> bool {
        match self.as_point() {
            Some(-1) => true,
            Some(ones) => ones >= 0 && mask(ones) == ones && other.low >= 0 && other.high <= ones,
            None => false,
        }
    }

    /// All results of `a | b`.
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

    /// All results of `a ^ b`.
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

    /// All results of `~a`.
    #[must_use]
    pub fn bit_not(self) -> Self {
        self.neg().sub(Self::ONE)
    }

    /// All results of `a << b` without a width; what is shifted too far is anything.
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

    /// All results of `a >> b`, keeping the sign.
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
