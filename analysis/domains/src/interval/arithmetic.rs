//! The operators `+ - * / %` on intervals of mathematical integers.

use super::Interval;

/// Adds two bounds. The sum is `infinity` if one of them is.
fn add_bounds(a: i128, b: i128, infinity: i128) -> i128 {
    if a == infinity || b == infinity { infinity } else { a.saturating_add(b) }
}

fn is_infinite(bound: i128) -> bool {
    bound == Interval::NEG_INFINITY || bound == Interval::POS_INFINITY
}

fn infinity(negative: bool) -> i128 {
    if negative { Interval::NEG_INFINITY } else { Interval::POS_INFINITY }
}

fn mul_bounds(a: i128, b: i128) -> i128 {
    match (a, b) {
        (0, _) | (_, 0) => 0,
        _ if is_infinite(a) || is_infinite(b) => infinity((a < 0) != (b < 0)),
        _ => a.saturating_mul(b),
    }
}

/// Divides two bounds and rounds towards 0. `b` must not be 0.
fn div_bounds(a: i128, b: i128) -> i128 {
    match (is_infinite(a), is_infinite(b)) {
        (_, true) => 0,
        (true, false) => infinity((a < 0) != (b < 0)),
        (false, false) => a / b,
    }
}

fn neg_bound(bound: i128) -> i128 {
    match bound {
        Interval::NEG_INFINITY => Interval::POS_INFINITY,
        Interval::POS_INFINITY => Interval::NEG_INFINITY,
        _ => -bound,
    }
}

impl Interval {
    /// Returns the smallest interval that contains the results of an operator on the four pairs of bounds.
    fn corners(self, other: Self, operator: fn(i128, i128) -> i128) -> Self {
        let corners = [
            operator(self.low, other.low),
            operator(self.low, other.high),
            operator(self.high, other.low),
            operator(self.high, other.high),
        ];
        let low = corners.into_iter().min().unwrap_or(Self::NEG_INFINITY);
        Self::new(low, corners.into_iter().max().unwrap_or(Self::POS_INFINITY))
    }

    fn either_empty(self, other: Self) -> bool {
        self.is_empty() || other.is_empty()
    }

    /// Returns an interval of all sums.
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn add(self, other: Self) -> Self {
        if self.either_empty(other) {
            return Self::EMPTY;
        }
        Self::new(
            add_bounds(self.low, other.low, Self::NEG_INFINITY),
            add_bounds(self.high, other.high, Self::POS_INFINITY),
        )
    }

    /// Returns an interval of all differences.
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn sub(self, other: Self) -> Self {
        self.add(other.neg())
    }

    /// Returns the interval of all negated integers.
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn neg(self) -> Self {
        if self.is_empty() { Self::EMPTY } else { Self::new(neg_bound(self.high), neg_bound(self.low)) }
    }

    /// Returns an interval of all products.
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn mul(self, other: Self) -> Self {
        if self.either_empty(other) { Self::EMPTY } else { self.corners(other, mul_bounds) }
    }

    /// Returns an interval of all products with a constant.
    #[must_use]
    pub fn mul_const(self, factor: i128) -> Self {
        self.mul(Self::point(factor))
    }

    /// Returns an interval of all quotients, rounded towards 0. The divisor 0 gives no quotient.
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn div(self, other: Self) -> Self {
        if self.either_empty(other) {
            return Self::EMPTY;
        }
        let quotients = |divisor: Self| {
            if divisor.is_empty() { Self::EMPTY } else { self.corners(divisor, div_bounds) }
        };
        quotients(other.meet(Self::at_most(-1))).hull(quotients(other.meet(Self::at_least(1))))
    }

    /// Returns an interval of all remainders, which have the sign of the dividend. The divisor 0 gives no
    /// remainder.
    #[must_use]
    #[allow(clippy::should_implement_trait)]
    pub fn rem(self, other: Self) -> Self {
        if self.either_empty(other) || other == Self::ZERO {
            return Self::EMPTY;
        }
        if let (Some(a), Some(b)) = (self.as_point(), other.as_point()) {
            return Self::point(a.wrapping_rem(b));
        }
        let largest = neg_bound(other.low).max(other.high);
        let limit = if is_infinite(largest) { largest } else { largest - 1 };
        let smallest = if other.low > 0 {
            other.low
        } else if other.high < 0 {
            -other.high
        } else {
            1
        };
        if neg_bound(self.low) < smallest && self.high < smallest {
            return self;
        }
        let low = if self.low < 0 { self.low.max(neg_bound(limit)) } else { 0 };
        let high = if self.high > 0 { self.high.min(limit) } else { 0 };
        Self::new(low, high)
    }

    /// Returns the integers whose product with `factor` is in the interval; bounds are rounded inwards. The
    /// interval is returned unchanged if `factor` is 0.
    #[must_use]
    pub fn divide_inward(self, factor: i128) -> Self {
        if self.is_empty() || factor == 0 {
            return self;
        }
        let of = if factor < 0 { self.neg() } else { self };
        let factor = factor.saturating_abs();
        let low = if is_infinite(of.low) { of.low } else { -((-of.low).div_euclid(factor)) };
        let high = if is_infinite(of.high) { of.high } else { of.high.div_euclid(factor) };
        Self::new(low, high)
    }
}
