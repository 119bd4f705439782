//! Linear combinations of quantities. A comparison of two C expressions becomes a relation between such
//! combinations.

use csieve_domains::interval::Interval;

use super::QuantityId;

/// The most terms of a linear combination. A longer one counts as a single unknown.
pub(super) const MAX_TERMS: usize = 6;

/// The largest absolute coefficient of a linear combination, so that products with 64-bit values stay far
/// from overflow.
const MAX_COEFFICIENT: i128 = 1 << 40;

/// `Σ coefficient · quantity + offset` over mathematical integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    /// The quantities with their coefficients, ascending by quantity. No coefficient is 0.
    pub terms: Vec<(QuantityId, i128)>,
    /// The constant that is added. An interval of several values if a part of the expression is unknown.
    pub offset: Interval,
}

impl Linear {
    /// Returns a combination without quantities: just an interval.
    pub fn constant(offset: Interval) -> Self {
        Self { terms: Vec::new(), offset }
    }

    /// Returns the combination that is one quantity.
    pub fn quantity(quantity: QuantityId) -> Self {
        Self { terms: vec![(quantity, 1)], offset: Interval::ZERO }
    }

    /// Returns `self + factor · other`. None if the result has too many terms or too large coefficients.
    pub fn plus(&self, factor: i128, other: &Self) -> Option<Self> {
        let mut terms = self.terms.clone();
        for &(quantity, coefficient) in &other.terms {
            let scaled = factor.checked_mul(coefficient)?;
            match terms.binary_search_by_key(&quantity, |term| term.0) {
                Ok(at) => terms[at].1 = terms[at].1.checked_add(scaled)?,
                Err(at) => terms.insert(at, (quantity, scaled)),
            }
        }
        terms.retain(|term| term.1 != 0);
        let small = terms.iter().all(|term| term.1.abs() <= MAX_COEFFICIENT);
        let offset = self.offset.add(other.offset.mul_const(factor));
        (small && terms.len() <= MAX_TERMS).then_some(Self { terms, offset })
    }

    /// Returns `factor · self`. None if the result has too large coefficients.
    pub fn scaled(&self, factor: i128) -> Option<Self> {
        Self::constant(Interval::ZERO).plus(factor, self)
    }

    /// Returns the terms divided by the greatest common divisor of their coefficients, and this divisor. The
    /// first coefficient is then positive: the divisor carries the sign. The offset is not divided.
    pub fn primitive_terms(&self) -> (Vec<(QuantityId, i128)>, i128) {
        let gcd = self.terms.iter().fold(0, |gcd, term| greatest_common_divisor(gcd, term.1.abs())).max(1);
        let sign = if self.terms.first().is_some_and(|term| term.1 < 0) { -1 } else { 1 };
        let divisor = gcd * sign;
        (self.terms.iter().map(|&(quantity, c)| (quantity, c / divisor)).collect(), divisor)
    }
}

fn greatest_common_divisor(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
