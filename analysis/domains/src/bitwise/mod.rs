//! C's operators on bit-vectors: what they give, and what has to hold for that.

mod binary;

pub use binary::binary;

use csieve_graph::{IntType, Type, UnaryOp};

use crate::bits::{Comparison, TermId, Terms, UnaryOp as BitUnary};

/// The result of an operator.
#[derive(Clone, Copy, Debug)]
pub struct Meaning {
    /// Its bits.
    pub value: TermId,
    /// Of width 1: a run goes on only if this is true, since signed arithmetic must not overflow.
    pub requires: Option<TermId>,
    /// Of width 1: where this is false the result may be anything (shifts by too much, division by zero).
    pub defined: Option<TermId>,
}

impl Meaning {
    /// A result that always is what it is.
    fn of(value: TermId) -> Self {
        Self { value, requires: None, defined: None }
    }
}

/// How many bits the values of a type have; none if they are no bit-vectors here.
pub fn width(ty: Type) -> Option<u8> {
    match ty {
        Type::Int(int) => Some(int.bits),
        Type::Pointer => Some(64),
        Type::Float | Type::Unknown | Type::Void => None,
    }
}

/// Whether the values of a type have a sign.
pub fn is_signed(ty: Type) -> bool {
    matches!(ty, Type::Int(int) if int.signed)
}

/// The value that bits of a type stand for.
pub fn number(bits: u128, ty: Type) -> i128 {
    match ty {
        Type::Int(int) if int != IntType::BOOL => int.wrapped(bits as i128),
        _ => bits as i128,
    }
}

/// Whether a term is 0, as a term of width 1.
pub fn is_zero(terms: &mut Terms, value: TermId) -> TermId {
    let zero = terms.constant(terms.width(value), 0);
    terms.compare(Comparison::Eq, value, zero)
}

/// Whether a term is not 0, as a term of width 1.
pub fn is_true(terms: &mut Terms, value: TermId) -> TermId {
    let zero = is_zero(terms, value);
    terms.not(zero)
}

/// Whether the number of a type that a term stands for lies between two bounds, both inclusive, as a term of width 1.
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

/// Whether a term is one of some numbers, as a term of width 1.
pub fn is_one_of(terms: &mut Terms, value: TermId, numbers: &[i128]) -> TermId {
    let mut any = terms.truth(false);
    for number in numbers {
        let number = terms.constant(terms.width(value), *number as u128);
        let equal = terms.compare(Comparison::Eq, value, number);
        any = terms.or(any, equal);
    }
    any
}

/// The result of an operator with one operand; none if it is not followed. `wrapv` says that signed overflow wraps.
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

/// A conversion as C says; none if it is not one between integers and pointers.
pub fn cast(terms: &mut Terms, value: TermId, from: Type, to: Type) -> Option<TermId> {
    let own = width(to)?;
    width(from)?;
    Some(match to {
        Type::Int(IntType::BOOL) => is_true(terms, value),
        _ => terms.resize(value, own, is_signed(from)),
    })
}
