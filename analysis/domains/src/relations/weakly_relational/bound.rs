//! Upper bounds that cannot overflow.

use super::super::Integer;

/// An upper bound, or none, which is the largest. A number further from 0 than [`Bound::LIMIT`] is replaced by a weaker
/// bound, so that sums of two fit; all integers of C are far within it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bound(i128);

impl Bound {
    pub const ZERO: Self = Self(0);
    pub const NONE: Self = Self(i128::MAX);
    const LIMIT: i128 = 1 << 120;

    /// The weakest bound not above a number that may be too far from 0.
    fn weakened(value: i128) -> Self {
        if value > Self::LIMIT { Self::NONE } else { Self(value.max(-Self::LIMIT)) }
    }

    pub fn is_some(self) -> bool {
        self != Self::NONE
    }

    /// The bound of a sum.
    pub fn plus(self, other: Self) -> Self {
        if self.is_some() && other.is_some() { Self::weakened(self.0 + other.0) } else { Self::NONE }
    }

    /// The bound of twice as much.
    pub fn doubled(self) -> Self {
        self.plus(self)
    }

    /// The bound of an integer of which this bounds the double.
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
