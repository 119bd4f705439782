//! Ranges of integers, and arithmetic on them. A result covers everything that the operator can give. A bound
//! that does not fit 128 bits becomes infinite.

use std::cmp::Ordering;

/// A bound of a range. A lower bound is never `Above`, an upper bound never `Below`, except in the empty
/// range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Bound {
    Below,
    At(i128),
    Above,
}

use Bound::{Above, At, Below};

impl Bound {
    /// Returns the infinite bound for an overflow towards this sign.
    fn beyond(is_negative: bool) -> Self {
        if is_negative { Below } else { Above }
    }

    fn is_negative(self) -> bool {
        self < At(0)
    }

    fn negated(self) -> Self {
        match self {
            Below => Above,
            At(value) => value.checked_neg().map_or(Above, At),
            Above => Below,
        }
    }

    /// Adds two bounds. They may not be infinities of opposite signs.
    fn plus(self, other: Self) -> Self {
        match (self, other) {
            (At(a), At(b)) => a.checked_add(b).map_or(Self::beyond(a < 0), At),
            (At(_), infinite) | (infinite, _) => infinite,
        }
    }

    fn times(self, other: Self) -> Self {
        let is_negative = self.is_negative() != other.is_negative();
        match (self, other) {
            (At(0), _) | (_, At(0)) => At(0),
            (At(a), At(b)) => a.checked_mul(b).map_or(Self::beyond(is_negative), At),
            _ => Self::beyond(is_negative),
        }
    }

    /// Divides and rounds towards 0. The divisor is not 0.
    fn over(self, divisor: Self) -> Self {
        let is_negative = self.is_negative() != divisor.is_negative();
        match (self, divisor) {
            (At(a), At(b)) => a.checked_div(b).map_or(Self::beyond(is_negative), At),
            (_, At(_)) => Self::beyond(is_negative),
            // A quotient by ever larger divisors tends to 0.
            _ => At(0),
        }
    }

    fn shifted_right(self, by: u32) -> Self {
        match self {
            At(value) => At(value >> by),
            infinite => infinite,
        }
    }
}

/// All integers between two bounds, both inclusive, or no integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    low: Bound,
    high: Bound,
}

impl Range {
    /// The range without integers.
    pub(crate) const EMPTY: Self = Self { low: Above, high: Below };
    /// The range of all integers.
    pub(crate) const ALL: Self = Self { low: Below, high: Above };
    /// The range of truth values: 0 and 1.
    pub(crate) const TRUTH: Self = Self { low: At(0), high: At(1) };

    /// Returns the range between two bounds, both inclusive. Empty if the lower one is greater than the upper
    /// one.
    pub(crate) fn new(low: Bound, high: Bound) -> Self {
        // A lower bound above all 128-bit integers is replaced by the largest of these, which is weaker.
        let low = if low == Above { At(i128::MAX) } else { low };
        let high = if high == Below { At(i128::MIN) } else { high };
        if low <= high { Self { low, high } } else { Self::EMPTY }
    }

    /// Returns the range between two integers, both inclusive.
    pub(crate) fn between(low: i128, high: i128) -> Self {
        Self::new(At(low), At(high))
    }

    /// Returns the range of a single integer.
    pub(crate) fn point(value: i128) -> Self {
        Self::between(value, value)
    }

    /// Returns the lower bound, inclusive.
    pub(crate) fn low(self) -> Bound {
        self.low
    }

    /// Returns the upper bound, inclusive.
    pub(crate) fn high(self) -> Bound {
        self.high
    }

    /// Returns whether the range has no integer.
    pub(crate) fn is_empty(self) -> bool {
        self.low > self.high
    }

    /// Returns the only integer of the range. None if the range has none or several.
    pub(crate) fn as_point(self) -> Option<i128> {
        match (self.low, self.high) {
            (At(low), At(high)) if low == high => Some(low),
            _ => None,
        }
    }

    /// Returns whether the range has an integer.
    pub(crate) fn contains(self, value: i128) -> bool {
        self.low <= At(value) && At(value) <= self.high
    }

    /// Returns whether the range is part of another.
    pub(crate) fn is_within(self, other: Self) -> bool {
        self.is_empty() || (other.low <= self.low && self.high <= other.high)
    }

    /// Returns the intersection of two ranges.
    pub(crate) fn meet(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return Self::EMPTY;
        }
        Self::new(self.low.max(other.low), self.high.min(other.high))
    }

    /// Returns the smallest range that covers both ranges.
    pub(crate) fn union(self, other: Self) -> Self {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Self::new(self.low.min(other.low), self.high.max(other.high)),
        }
    }

    /// Applies an operator to two ranges. The result is empty if one of them is.
    pub(crate) fn with(self, other: Self, results: impl Fn(Self, Self) -> Self) -> Self {
        if self.is_empty() || other.is_empty() { Self::EMPTY } else { results(self, other) }
    }

    /// Applies an operator to the bounds of two ranges, and returns the smallest range of these results. It
    /// covers all results of an operator that is monotone in each operand.
    fn corners(self, other: Self, operator: impl Fn(Bound, Bound) -> Bound) -> Self {
        let of = |a: Bound| [operator(a, other.low), operator(a, other.high)];
        let ([a, b], [c, d]) = (of(self.low), of(self.high));
        Self::new(a.min(b).min(c.min(d)), a.max(b).max(c.max(d)))
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        self.with(other, |a, b| Self::new(a.low.plus(b.low), a.high.plus(b.high)))
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        self.plus(other.negated())
    }

    pub(crate) fn negated(self) -> Self {
        if self.is_empty() { self } else { Self::new(self.high.negated(), self.low.negated()) }
    }

    pub(crate) fn times(self, other: Self) -> Self {
        self.with(other, |a, b| a.corners(b, Bound::times))
    }

    /// Divides, rounding towards 0. A division by 0 has no result.
    pub(crate) fn over(self, divisor: Self) -> Self {
        let by = |part: Self| self.with(part, |a, b| a.corners(b, Bound::over));
        by(divisor.meet(Self::new(Below, At(-1)))).union(by(divisor.meet(Self::new(At(1), Above))))
    }

    /// Returns remainders, which have the sign of the dividend. A division by 0 has no result.
    pub(crate) fn rest(self, divisor: Self) -> Self {
        let below = divisor.meet(Self::new(Below, At(-1))).negated();
        let above = divisor.meet(Self::new(At(1), Above));
        let sizes = below.union(above);
        if self.is_empty() || sizes.is_empty() {
            return Self::EMPTY;
        }
        if let (Some(a), Some(b)) = (self.as_point(), divisor.as_point()) {
            return Self::point(a.wrapping_rem(b));
        }
        // The remainder of a negative number is that of its absolute value, negated.
        let of = |part: Self| part.with(sizes, rest_of_positive);
        let positive = self.meet(Self::new(At(0), Above));
        let negative = self.meet(Self::new(Below, At(-1)));
        of(positive).union(of(negative.negated()).negated())
    }

    /// Returns the integers whose product with a factor other than 0 lies in the range.
    pub(crate) fn divided_inward(self, factor: i128) -> Self {
        let of = if factor < 0 { self.negated() } else { self };
        let Some(factor) = factor.checked_abs() else { return Self::ALL };
        if self.is_empty() || factor == 0 {
            return self;
        }
        let round_up = |value: i128| value.div_euclid(factor) + i128::from(value.rem_euclid(factor) != 0);
        let low = if let At(value) = of.low { At(round_up(value)) } else { of.low };
        let high = if let At(value) = of.high { At(value.div_euclid(factor)) } else { of.high };
        Self::new(low, high)
    }

    /// Removes integers from the ends of the range. Excluded integers between the ends stay.
    pub(crate) fn without(self, excluded: &[i128]) -> Self {
        let Self { mut low, mut high } = self;
        let is_excluded = |bound: Bound| matches!(bound, At(value) if excluded.contains(&value));
        while low <= high && is_excluded(low) {
            low = low.plus(At(1));
        }
        while low <= high && is_excluded(high) {
            high = high.plus(At(-1));
        }
        if low <= high { Self::new(low, high) } else { Self::EMPTY }
    }

    /// Returns `a << b` for integers of any size. A count that may be negative or greater than 64 gives any
    /// value.
    pub(crate) fn shifted_left(self, by: Self) -> Self {
        self.with(by, |a, by| match (by.low, by.high) {
            (At(low @ 0..=64), At(high @ 0..=64)) => a.times(Self::between(1 << low, 1 << high)),
            _ => Self::ALL,
        })
    }

    /// Returns the arithmetic shift `a >> b`. A count that may be negative gives any value.
    pub(crate) fn shifted_right(self, by: Self) -> Self {
        let places = |bound: Bound| match bound {
            At(value) => value.clamp(0, 127) as u32,
            _ => 127,
        };
        self.with(by, |a, by| match by.low.cmp(&At(0)) {
            Ordering::Less => Self::ALL,
            _ => a.corners(by, |value, by| value.shifted_right(places(by))),
        })
    }
}

/// Returns the remainders of integers of 0 or more, by divisors with absolute values in `sizes`.
fn rest_of_positive(of: Range, sizes: Range) -> Range {
    if of.high < sizes.low {
        return of;
    }
    Range::new(At(0), of.high.min(sizes.high.plus(At(-1))))
}
