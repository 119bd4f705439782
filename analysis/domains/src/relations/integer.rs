//! Integers of arbitrary size.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use num_bigint::{BigInt, Sign};
use num_integer::Integer as _;
use num_traits::ToPrimitive;

/// An integer of arbitrary size. Integers of up to 64 bits, which nearly all are, need no allocation. This
/// makes the simplex about ten times faster than with integers that always allocate.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Integer(Size);

/// The representation of an integer. `Large` holds only integers that do not fit `Small`, so equal integers
/// are equal values.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Size {
    Small(i64),
    Large(Box<BigInt>),
}

impl Integer {
    /// The integer 0.
    pub const ZERO: Self = Self(Size::Small(0));
    /// The integer 1.
    pub const ONE: Self = Self(Size::Small(1));

    /// Returns the sign: -1, 0 or 1.
    pub fn signum(&self) -> i64 {
        match &self.0 {
            Size::Small(small) => small.signum(),
            Size::Large(large) if large.sign() == Sign::Minus => -1,
            Size::Large(_) => 1,
        }
    }

    /// Returns whether the integer is 0.
    pub fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// Returns whether the integer is 1.
    pub fn is_one(&self) -> bool {
        *self == Self::ONE
    }

    /// Returns whether the integer is above 0.
    pub fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    /// Returns whether the integer is below 0.
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// Returns the absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// Returns the greatest common divisor, which is not negative.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (Size::Small(a), Size::Small(b)) => u128::from(a.unsigned_abs().gcd(&b.unsigned_abs())).into(),
            _ => self.to_big().gcd(&other.to_big()).into(),
        }
    }

    /// Returns the quotient, rounded down. The divisor must not be 0.
    #[must_use]
    pub fn div_floor(&self, by: &Self) -> Self {
        match (&self.0, &by.0) {
            (Size::Small(a), Size::Small(b)) => num_integer::div_floor(i128::from(*a), i128::from(*b)).into(),
            _ => self.to_big().div_floor(&by.to_big()).into(),
        }
    }

    /// Returns the quotient, rounded up. The divisor must not be 0.
    #[must_use]
    pub fn div_ceil(&self, by: &Self) -> Self {
        -&(-self).div_floor(by)
    }

    /// Returns whether this integer divides `other`; 0 divides only 0.
    pub fn divides(&self, other: &Self) -> bool {
        if self.is_zero() { other.is_zero() } else { &(&other.div_floor(self) * self) == other }
    }

    /// Returns `(a * b - c * d) / by`, one entry of a fraction-free pivot. The division must leave no
    /// remainder.
    pub(super) fn cross([a, b]: [&Self; 2], [c, d]: [&Self; 2], by: &Self) -> Self {
        if let (Size::Small(a), Size::Small(b), Size::Small(c), Size::Small(d), Size::Small(by)) =
            (&a.0, &b.0, &c.0, &d.0, &by.0)
        {
            let (left, right) = (i128::from(*a) * i128::from(*b), i128::from(*c) * i128::from(*d));
            if let Some(difference) = left.checked_sub(right) {
                return match i64::try_from(difference) {
                    Ok(small) if *by != -1 => Self(Size::Small(small / by)),
                    _ => (difference / i128::from(*by)).into(),
                };
            }
        }
        ((a.to_big() * b.to_big() - c.to_big() * d.to_big()) / by.to_big()).into()
    }

    /// Returns the size in 64-bit words, at least 1. This is the cost in steps of an operation on the
    /// integer.
    pub(super) fn words(&self) -> u32 {
        match &self.0 {
            Size::Small(_) => 1,
            Size::Large(large) => u32::try_from(large.bits() / 64 + 1).unwrap_or(u32::MAX),
        }
    }

    /// Returns the integer as an `i128`, or None if it does not fit.
    pub fn to_i128(&self) -> Option<i128> {
        match &self.0 {
            Size::Small(small) => Some(i128::from(*small)),
            Size::Large(large) => large.to_i128(),
        }
    }

    /// Returns the integer as a `BigInt`.
    pub fn to_big(&self) -> BigInt {
        match &self.0 {
            Size::Small(small) => BigInt::from(*small),
            Size::Large(large) => (**large).clone(),
        }
    }
}

impl From<i64> for Integer {
    fn from(value: i64) -> Self {
        Self(Size::Small(value))
    }
}

impl From<i32> for Integer {
    fn from(value: i32) -> Self {
        i64::from(value).into()
    }
}

impl From<i128> for Integer {
    fn from(value: i128) -> Self {
        Self(i64::try_from(value).map_or_else(|_| Size::Large(Box::new(value.into())), Size::Small))
    }
}

impl From<u128> for Integer {
    fn from(value: u128) -> Self {
        Self(i64::try_from(value).map_or_else(|_| Size::Large(Box::new(value.into())), Size::Small))
    }
}

impl From<BigInt> for Integer {
    fn from(value: BigInt) -> Self {
        Self(value.to_i64().map_or_else(|| Size::Large(Box::new(value)), Size::Small))
    }
}

impl Default for Integer {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Size::Small(a), Size::Small(b)) => a.cmp(b),
            (Size::Large(a), Size::Large(b)) => a.cmp(b),
            // A large number is further from 0 than any small one, so its sign decides.
            (Size::Large(_), Size::Small(_)) => self.signum().cmp(&0),
            (Size::Small(_), Size::Large(_)) => 0.cmp(&other.signum()),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Implements an operator on two integers, with checked arithmetic on small ones and exact arithmetic on
/// large ones.
macro_rules! operator {
    ($operator:ident, $method:ident, $checked:ident) => {
        impl $operator for &Integer {
            type Output = Integer;

            fn $method(self, other: Self) -> Integer {
                if let (Size::Small(a), Size::Small(b)) = (&self.0, &other.0)
                    && let Some(small) = a.$checked(*b)
                {
                    return Integer(Size::Small(small));
                }
                self.to_big().$method(other.to_big()).into()
            }
        }
    };
}

operator!(Add, add, checked_add);
operator!(Sub, sub, checked_sub);
operator!(Mul, mul, checked_mul);

impl Neg for &Integer {
    type Output = Integer;

    fn neg(self) -> Integer {
        &Integer::ZERO - self
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Size::Small(small) => small.fmt(f),
            Size::Large(large) => large.fmt(f),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
