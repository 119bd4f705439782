//! Simplification of sums, differences and products.

use super::{negated, with_constant};
use crate::bits::{BinaryOp, Term, TermId, Terms, UnaryOp, value};

pub(super) fn add(terms: &mut Terms, left: TermId, right: TermId) -> Option<TermId> {
    let width = terms.width(left);
    match terms.as_constant(right) {
        Some(0) => Some(left),
        Some(more) => {
            let (of, number) = with_constant(terms, BinaryOp::Add, left)?;
            let sum = terms.constant(width, number.wrapping_add(more));
            Some(terms.binary(BinaryOp::Add, of, sum))
        }
        None => match (negated(terms, UnaryOp::Neg, left), negated(terms, UnaryOp::Neg, right)) {
            (_, Some(of)) => Some(terms.binary(BinaryOp::Sub, left, of)),
            (Some(of), None) => Some(terms.binary(BinaryOp::Sub, right, of)),
            (None, None) => None,
        },
    }
}

pub(super) fn sub(terms: &mut Terms, left: TermId, right: TermId) -> Option<TermId> {
    let width = terms.width(left);
    if left == right {
        return Some(terms.constant(width, 0));
    }
    if let Some(number) = terms.as_constant(right) {
        let less = terms.constant(width, number.wrapping_neg());
        return Some(terms.binary(BinaryOp::Add, left, less));
    }
    if let Some(of) = negated(terms, UnaryOp::Neg, right) {
        return Some(terms.binary(BinaryOp::Add, left, of));
    }
    match *terms.get(left) {
        Term::Const(0) => Some(terms.unary(UnaryOp::Neg, right)),
        Term::Binary(BinaryOp::Add, first, second) if first == right => Some(second),
        Term::Binary(BinaryOp::Add, first, second) if second == right => Some(first),
        _ => None,
    }
}

pub(super) fn mul(terms: &mut Terms, left: TermId, right: TermId) -> Option<TermId> {
    let width = terms.width(left);
    let factor = terms.as_constant(right)?;
    match factor {
        0 => Some(right),
        1 => Some(left),
        _ if factor == value::ones(width) => Some(terms.unary(UnaryOp::Neg, left)),
        _ if factor.is_power_of_two() => {
            let count = terms.constant(width, u128::from(factor.trailing_zeros()));
            Some(terms.binary(BinaryOp::Shl, left, count))
        }
        _ => {
            let (of, number) = with_constant(terms, BinaryOp::Mul, left)?;
            let product = terms.constant(width, number.wrapping_mul(factor));
            Some(terms.binary(BinaryOp::Mul, of, product))
        }
    }
}
