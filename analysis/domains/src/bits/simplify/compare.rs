//! Simplification of comparisons.

use super::{negated, with_constant};
use crate::bits::{BinaryOp, Comparison, Term, TermId, Terms, UnaryOp, value};

pub(super) fn equal(terms: &mut Terms, left: TermId, right: TermId) -> Option<TermId> {
    let width = terms.width(left);
    let Some(number) = terms.as_constant(right) else {
        let opposite = negated(terms, UnaryOp::Not, left) == Some(right)
            || negated(terms, UnaryOp::Not, right) == Some(left);
        return opposite.then(|| terms.truth(false));
    };
    match *terms.get(left) {
        _ if width == 1 && number == 1 => Some(left),
        _ if width == 1 => Some(terms.not(left)),
        Term::Unary(op, of) => {
            let same = terms.constant(width, value::unary(op, width, number));
            Some(terms.compare(Comparison::Eq, of, same))
        }
        Term::Binary(BinaryOp::Sub | BinaryOp::Xor, first, second) if number == 0 => {
            Some(terms.compare(Comparison::Eq, first, second))
        }
        Term::Binary(BinaryOp::Add, ..) => {
            let (of, more) = with_constant(terms, BinaryOp::Add, left)?;
            let same = terms.constant(width, number.wrapping_sub(more));
            Some(terms.compare(Comparison::Eq, of, same))
        }
        Term::Ite(condition, yes, no) => {
            let is = (terms.as_constant(yes)? == number, terms.as_constant(no)? == number);
            let (yes, no) = (terms.truth(is.0), terms.truth(is.1));
            Some(terms.ite(condition, yes, no))
        }
        _ => None,
    }
}

pub(super) fn ult(terms: &mut Terms, left: TermId, right: TermId) -> Option<TermId> {
    let all = value::ones(terms.width(left));
    match (terms.as_constant(left), terms.as_constant(right)) {
        (_, Some(0)) => Some(terms.truth(false)),
        (Some(least), _) if least == all => Some(terms.truth(false)),
        (_, Some(1)) => Some(is_constant(terms, left, 0, true)),
        (Some(0), _) => Some(is_constant(terms, right, 0, false)),
        (_, Some(most)) if most == all => Some(is_constant(terms, left, all, false)),
        _ => None,
    }
}

pub(super) fn ule(terms: &mut Terms, left: TermId, right: TermId) -> Option<TermId> {
    let all = value::ones(terms.width(left));
    match (terms.as_constant(left), terms.as_constant(right)) {
        (Some(0), _) => Some(terms.truth(true)),
        (_, Some(most)) if most == all => Some(terms.truth(true)),
        (_, Some(0)) => Some(is_constant(terms, left, 0, true)),
        (Some(1), _) => Some(is_constant(terms, right, 0, false)),
        (Some(least), _) if least == all => Some(is_constant(terms, right, all, true)),
        _ => None,
    }
}

pub(super) fn signed(
    terms: &mut Terms,
    comparison: Comparison,
    left: TermId,
    right: TermId,
) -> Option<TermId> {
    let least = value::sign_bit(terms.width(left));
    let most = least - 1;
    match (comparison, terms.as_constant(left), terms.as_constant(right)) {
        (Comparison::Slt, _, Some(number)) if number == least => Some(terms.truth(false)),
        (Comparison::Slt, Some(number), _) if number == most => Some(terms.truth(false)),
        (Comparison::Sle, _, Some(number)) if number == most => Some(terms.truth(true)),
        (Comparison::Sle, Some(number), _) if number == least => Some(terms.truth(true)),
        _ => None,
    }
}

/// Returns the condition that a term is equal to a constant, or that it is not if `holds` is false.
fn is_constant(terms: &mut Terms, of: TermId, number: u128, holds: bool) -> TermId {
    let constant = terms.constant(terms.width(of), number);
    let equal = terms.compare(Comparison::Eq, of, constant);
    if holds { equal } else { terms.not(equal) }
}
