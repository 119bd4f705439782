//! Upper bounds that cannot overflow.

use super::super::Integer;

/// An upper bound of a quantity. The largest `i128` stands for no bound. A number further from 0 than
/// [`Bound::LIMIT`] is replaced by a weaker bound, so that the sum of two bounds fits an `i128`. All integers
/// of C are far within the limit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bound(i128);

impl Bound {
    pub const ZERO: Self = Self(0);
    pub const NONE: Self = Self(i128::MAX);
    const LIMIT: i128 = 1 << 120;

    /// Returns a number as a bound, or a weaker bound if the number is too far from 0.
    fn weakened(value: i128) -> Self {
        if value > Self::LIMIT { Self::NONE } else { Self(value.max(-Self::LIMIT)) }
    }

    pub fn is_some(self) -> bool {
        self != Self::NONE
    }

    /// Returns the bound of the sum of two quantities that have these bounds.
    pub fn plus(self, other: Self) -> Self {
        if self.is_some() && other.is_some() { Self::weakened(self.0 + other.0) } else { Self::NONE }
    }

    /// Returns the bound of twice the quantity that has this bound.
    pub fn doubled(self) -> Self {
        self.plus(self)
    }

    /// Returns half of the bound, rounded down: if the bound is one of `2 * n`, the result bounds the integer
    /// `n`.
    pub fn halved(self) -> Self {
        if self.is_some() { Self(self.0.div_euclid(2)) } else { self }
    }
}

impl From<&Integer> for Bound {
    fn from(value: &Integer) -> Self {
        match value.to_i128() {
            Some(number) => Self::weakened(number),
            None if value.is_positive() => Self::NONE,
            None => Self(-Self::LIMIT),
        }
    }
}

impl From<Bound> for Option<Integer> {
    fn from(bound: Bound) -> Self {
        bound.is_some().then(|| bound.0.into())
    }
}
