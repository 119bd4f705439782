//! Simplification of bitwise operators and shifts.

use super::{negated, with_constant};
use crate::bits::{BinaryOp, TermId, Terms, UnaryOp, value};

pub(super) fn and(terms: &mut Terms, left: TermId, right: TermId) -> Option<TermId> {
    let width = terms.width(left);
    match terms.as_constant(right) {
        Some(0) => Some(right),
        Some(mask) if mask == value::ones(width) => Some(left),
        Some(mask) => combined(terms, BinaryOp::And, left, |inner| inner & mask),
        None if left == right => Some(left),
        None if are_opposite(terms, left, right) => Some(terms.constant(width, 0)),
        None => None,
    }
}

pub(super) fn or(terms: &mut Terms, left: TermId, right: TermId) -> Option<TermId> {
    let width = terms.width(left);
    match terms.as_constant(right) {
        Some(0) => Some(left),
        Some(mask) if mask == value::ones(width) => Some(right),
        Some(mask) => combined(terms, BinaryOp::Or, left, |inner| inner | mask),
        None if left == right => Some(left),
        None if are_opposite(terms, left, right) => Some(terms.constant(width, u128::MAX)),
        None => None,
    }
}

pub(super) fn xor(terms: &mut Terms, left: TermId, right: TermId) -> Option<TermId> {
    let width = terms.width(left);
    match terms.as_constant(right) {
        Some(0) => Some(left),
        Some(mask) if mask == value::ones(width) => Some(terms.unary(UnaryOp::Not, left)),
        Some(mask) => combined(terms, BinaryOp::Xor, left, |inner| inner ^ mask),
        None if left == right => Some(terms.constant(width, 0)),
        None if are_opposite(terms, left, right) => Some(terms.constant(width, u128::MAX)),
        None => None,
    }
}

/// Merges the constants of two nested uses of an operator; `both` computes the merged constant from the inner
/// one.
fn combined(terms: &mut Terms, op: BinaryOp, left: TermId, both: impl Fn(u128) -> u128) -> Option<TermId> {
    let (of, inner) = with_constant(terms, op, left)?;
    let constant = terms.constant(terms.width(left), both(inner));
    Some(terms.binary(op, of, constant))
}

/// Returns whether one of two terms is the bitwise complement of the other.
fn are_opposite(terms: &Terms, left: TermId, right: TermId) -> bool {
    negated(terms, UnaryOp::Not, left) == Some(right) || negated(terms, UnaryOp::Not, right) == Some(left)
}

/// Simplifies a shift that fills with zeros.
pub(super) fn shift(terms: &mut Terms, left: TermId, right: TermId) -> Option<TermId> {
    let width = terms.width(left);
    match (terms.as_constant(left), terms.as_constant(right)) {
        (Some(0), _) => Some(left),
        (_, Some(0)) => Some(left),
        (_, Some(count)) if count >= u128::from(width) => Some(terms.constant(width, 0)),
        _ => None,
    }
}

/// Simplifies the shift that fills with copies of the sign bit.
pub(super) fn ashr(terms: &mut Terms, left: TermId, right: TermId) -> Option<TermId> {
    let width = terms.width(left);
    match (terms.as_constant(left), terms.as_constant(right)) {
        (Some(0), _) => Some(left),
        (Some(same), _) if same == value::ones(width) => Some(left),
        (_, Some(0)) => Some(left),
        (_, Some(count)) if count >= u128::from(width) => {
            let most = terms.constant(width, u128::from(width - 1));
            Some(terms.binary(BinaryOp::Ashr, left, most))
        }
        _ => None,
    }
}
