//! Simplification: rules that replace a term, when it is made, by a simpler one with the same value. A
//! function returns None if no rule applies.
//!
//! A rule looks at the operands of a term and at most at their operands. Its result has fewer or simpler
//! operators, so that repeated simplification ends.

mod arithmetic;
mod compare;
mod division;
mod extended;
mod ite;
mod logic;
mod resize;

use super::{BinaryOp, Comparison, Term, TermId, Terms, UnaryOp, value};

pub(super) use ite::ite;
pub(super) use resize::{extend, extract};

/// Simplifies an operator with one operand.
pub(super) fn unary(terms: &mut Terms, op: UnaryOp, of: TermId) -> Option<TermId> {
    let width = terms.width(of);
    match (op, *terms.get(of)) {
        (_, Term::Const(number)) => Some(terms.constant(width, value::unary(op, width, number))),
        (UnaryOp::Not, Term::Unary(UnaryOp::Not, inner)) => Some(inner),
        (UnaryOp::Neg, Term::Unary(UnaryOp::Neg, inner)) => Some(inner),
        (UnaryOp::Neg, _) if width == 1 => Some(of),
        (UnaryOp::Neg, Term::Binary(BinaryOp::Sub, left, right)) => {
            Some(terms.binary(BinaryOp::Sub, right, left))
        }
        _ => None,
    }
}

/// Simplifies an operator with two operands. If the operator is commutative, the caller has moved a constant
/// to the right.
pub(super) fn binary(terms: &mut Terms, op: BinaryOp, left: TermId, right: TermId) -> Option<TermId> {
    let width = terms.width(left);
    if let (Some(a), Some(b)) = (terms.as_constant(left), terms.as_constant(right)) {
        return Some(terms.constant(width, value::binary(op, width, a, b)));
    }
    match op {
        BinaryOp::Add => arithmetic::add(terms, left, right),
        BinaryOp::Sub => arithmetic::sub(terms, left, right),
        BinaryOp::Mul => arithmetic::mul(terms, left, right),
        BinaryOp::Udiv => division::udiv(terms, left, right),
        BinaryOp::Urem => division::urem(terms, left, right),
        BinaryOp::Sdiv => division::sdiv(terms, left, right),
        BinaryOp::Srem => division::srem(terms, left, right),
        BinaryOp::Shl | BinaryOp::Lshr => logic::shift(terms, left, right),
        BinaryOp::Ashr => logic::ashr(terms, left, right),
        BinaryOp::And => logic::and(terms, left, right),
        BinaryOp::Or => logic::or(terms, left, right),
        BinaryOp::Xor => logic::xor(terms, left, right),
    }
}

/// Simplifies a comparison. For [`Comparison::Eq`], the caller has moved a constant to the right.
pub(super) fn compare(
    terms: &mut Terms,
    comparison: Comparison,
    left: TermId,
    right: TermId,
) -> Option<TermId> {
    let width = terms.width(left);
    if let (Some(a), Some(b)) = (terms.as_constant(left), terms.as_constant(right)) {
        return Some(terms.truth(value::compare(comparison, width, a, b)));
    }
    if left == right {
        return Some(terms.truth(!matches!(comparison, Comparison::Ult | Comparison::Slt)));
    }
    extended::compare(terms, comparison, left, right).or_else(|| match comparison {
        Comparison::Eq => compare::equal(terms, left, right),
        Comparison::Ult => compare::ult(terms, left, right),
        Comparison::Ule => compare::ule(terms, left, right),
        Comparison::Slt | Comparison::Sle => compare::signed(terms, comparison, left, right),
    })
}

/// Returns the left operand and the right constant of a term, if the term is the operator `op` with a
/// constant on the right.
fn with_constant(terms: &Terms, op: BinaryOp, id: TermId) -> Option<(TermId, u128)> {
    match *terms.get(id) {
        Term::Binary(found, left, right) if found == op => Some((left, terms.as_constant(right)?)),
        _ => None,
    }
}

/// Returns the operand of a term, if the term is the operator `op` with one operand.
fn negated(terms: &Terms, op: UnaryOp, id: TermId) -> Option<TermId> {
    match *terms.get(id) {
        Term::Unary(found, of) if found == op => Some(of),
        _ => None,
    }
}
