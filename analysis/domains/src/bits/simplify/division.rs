//! Simplification of quotients and remainders. Division by a constant power of two becomes shifts and masks.

use crate::bits::{BinaryOp, Comparison, TermId, Terms, UnaryOp, value};

pub(super) fn udiv(terms: &mut Terms, left: TermId, right: TermId) -> Option<TermId> {
    let width = terms.width(left);
    match terms.as_constant(right)? {
        0 => Some(terms.constant(width, u128::MAX)),
        1 => Some(left),
        divisor if divisor.is_power_of_two() => {
            let count = terms.constant(width, u128::from(divisor.trailing_zeros()));
            Some(terms.binary(BinaryOp::Lshr, left, count))
        }
        _ => None,
    }
}

pub(super) fn urem(terms: &mut Terms, left: TermId, right: TermId) -> Option<TermId> {
    let width = terms.width(left);
    match terms.as_constant(right) {
        Some(0) => Some(left),
        Some(divisor) if divisor.is_power_of_two() => {
            let mask = terms.constant(width, divisor - 1);
            Some(terms.binary(BinaryOp::And, left, mask))
        }
        Some(_) => None,
        // This also holds for the divisor 0: the remainder is then the dividend, which is 0.
        None if left == right || terms.as_constant(left) == Some(0) => Some(terms.constant(width, 0)),
        None => None,
    }
}

pub(super) fn sdiv(terms: &mut Terms, left: TermId, right: TermId) -> Option<TermId> {
    let width = terms.width(left);
    match terms.as_constant(right)? {
        0 => {
            let (zero, one) = (terms.constant(width, 0), terms.constant(width, 1));
            let negative = terms.compare(Comparison::Slt, left, zero);
            let minus_one = terms.constant(width, u128::MAX);
            Some(terms.ite(negative, one, minus_one))
        }
        divisor if divisor == value::ones(width) => Some(terms.unary(UnaryOp::Neg, left)),
        1 => Some(left),
        divisor if is_positive_power(width, divisor) => {
            let (rounded, _) = towards_zero(terms, left, divisor);
            let count = terms.constant(width, u128::from(divisor.trailing_zeros()));
            Some(terms.binary(BinaryOp::Ashr, rounded, count))
        }
        _ => None,
    }
}

pub(super) fn srem(terms: &mut Terms, left: TermId, right: TermId) -> Option<TermId> {
    let width = terms.width(left);
    match terms.as_constant(right) {
        Some(0) => Some(left),
        Some(divisor) if divisor == 1 || divisor == value::ones(width) => Some(terms.constant(width, 0)),
        Some(divisor) if is_positive_power(width, divisor) => {
            let (moved, by) = towards_zero(terms, left, divisor);
            let mask = terms.constant(width, divisor - 1);
            let rest = terms.binary(BinaryOp::And, moved, mask);
            Some(terms.binary(BinaryOp::Sub, rest, by))
        }
        Some(_) => None,
        None if left == right || terms.as_constant(left) == Some(0) => Some(terms.constant(width, 0)),
        None => None,
    }
}

fn is_positive_power(width: u8, divisor: u128) -> bool {
    divisor.is_power_of_two() && divisor != value::sign_bit(width)
}

/// Returns a number plus a correction, and the correction. Rounding the sum down to a multiple of `divisor`,
/// a power of two, rounds the number itself towards 0. The correction is `divisor - 1` for a negative number
/// and otherwise 0.
fn towards_zero(terms: &mut Terms, number: TermId, divisor: u128) -> (TermId, TermId) {
    let width = terms.width(number);
    let places = terms.constant(width, u128::from(width - 1));
    let sign = terms.binary(BinaryOp::Ashr, number, places);
    let mask = terms.constant(width, divisor - 1);
    let by = terms.binary(BinaryOp::And, sign, mask);
    (terms.binary(BinaryOp::Add, number, by), by)
}
