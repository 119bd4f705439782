//! The operators of C on bit-vectors: their results, and the conditions under which these are defined.

mod binary;

pub use binary::binary;

use csieve_graph::{IntType, Type, UnaryOp};

use crate::bits::{Comparison, TermId, Terms, UnaryOp as BitUnary};

/// The result of an operator with its conditions.
#[derive(Clone, Copy, Debug)]
pub struct Meaning {
    /// The bits of the result.
    pub value: TermId,
    /// A condition of width 1 that holds in every run that goes on, because signed arithmetic must not
    /// overflow.
    pub requires: Option<TermId>,
    /// A condition of width 1. Where it is false, the result may be any value (shift by too much, division by
    /// 0).
    pub defined: Option<TermId>,
}

impl Meaning {
    /// Returns a result without conditions.
    fn of(value: TermId) -> Self {
        Self { value, requires: None, defined: None }
    }
}

/// Returns the width in bits of the values of a type, or None if they are not bit-vectors here.
pub fn width(ty: Type) -> Option<u8> {
    match ty {
        Type::Int(int) => Some(int.bits),
        Type::Pointer => Some(64),
        Type::Float(_) | Type::Unknown | Type::Void => None,
    }
}

/// Returns whether the values of a type have a sign.
pub fn is_signed(ty: Type) -> bool {
    matches!(ty, Type::Int(int) if int.signed)
}

/// Returns the number that bits stand for in a type.
pub fn number(bits: u128, ty: Type) -> i128 {
    match ty {
        Type::Int(int) if int != IntType::BOOL => int.wrapped(bits as i128),
        _ => bits as i128,
    }
}

/// Returns the condition, a term of width 1, that a term is 0.
pub fn is_zero(terms: &mut Terms, value: TermId) -> TermId {
    let zero = terms.constant(terms.width(value), 0);
    terms.compare(Comparison::Eq, value, zero)
}

/// Returns the condition, a term of width 1, that a term is not 0.
pub fn is_true(terms: &mut Terms, value: TermId) -> TermId {
    let zero = is_zero(terms, value);
    terms.not(zero)
}

/// Returns the condition, a term of width 1, that a term read as a number of a type lies between two bounds,
/// both inclusive.
pub fn is_between(terms: &mut Terms, value: TermId, ty: Type, low: i128, high: i128) -> TermId {
    let int = ty.as_int().unwrap_or(IntType::ULONG);
    if low > int.max() || high < int.min() || low > high {
        return terms.truth(false);
    }
    let at_most = if int.signed { Comparison::Sle } else { Comparison::Ule };
    let width = terms.width(value);
    let mut within = terms.truth(true);
    if low > int.min() {
        let low = terms.constant(width, low as u128);
        let above = terms.compare(at_most, low, value);
        within = terms.and(within, above);
    }
    if high < int.max() {
        let high = terms.constant(width, high as u128);
        let below = terms.compare(at_most, value, high);
        within = terms.and(within, below);
    }
    within
}

/// Returns the condition, a term of width 1, that a term is one of some numbers.
pub fn is_one_of(terms: &mut Terms, value: TermId, numbers: &[i128]) -> TermId {
    let mut any = terms.truth(false);
    for number in numbers {
        let number = terms.constant(terms.width(value), *number as u128);
        let equal = terms.compare(Comparison::Eq, value, number);
        any = terms.or(any, equal);
    }
    any
}

/// Returns the result of an operator with one operand, or None if the operand or type is not supported.
/// `wrapv` says that signed overflow wraps.
pub fn unary(terms: &mut Terms, op: UnaryOp, operand: TermId, ty: Type, wrapv: bool) -> Option<Meaning> {
    let own = width(ty)?;
    if op == UnaryOp::Not {
        let zero = is_zero(terms, operand);
        return Some(Meaning::of(terms.extend(zero, own, false)));
    }
    if terms.width(operand) != own {
        return None;
    }
    if op == UnaryOp::BitNot {
        return Some(Meaning::of(terms.unary(BitUnary::Not, operand)));
    }
    let value = terms.unary(BitUnary::Neg, operand);
    let requires = (is_signed(ty) && !wrapv).then(|| {
        let least = terms.constant(own, 1 << (own - 1));
        let overflows = terms.compare(Comparison::Eq, operand, least);
        terms.not(overflows)
    });
    Some(Meaning { value, requires, defined: None })
}

/// Converts a value to another type as in C. Returns None unless both types are integers or pointers.
pub fn cast(terms: &mut Terms, value: TermId, from: Type, to: Type) -> Option<TermId> {
    let own = width(to)?;
    width(from)?;
    Some(match to {
        Type::Int(IntType::BOOL) => is_true(terms, value),
        _ => terms.resize(value, own, is_signed(from)),
    })
}
