//! Sums and comparisons of numbers as bits, the lowest first.

use super::{formula::Bit, gates::Gates};

/// The sum of two numbers of one width and a carry, and the carry out of it.
pub(super) fn add(gates: &mut Gates, left: &[Bit], right: &[Bit], carry: Bit) -> (Vec<Bit>, Bit) {
    let mut carry = carry;
    let mut sum = Vec::with_capacity(left.len());
    for (&a, &b) in left.iter().zip(right) {
        sum.push(gates.odd([a, b, carry]));
        carry = gates.most([a, b, carry]);
    }
    (sum, carry)
}

pub(super) fn subtract(gates: &mut Gates, left: &[Bit], right: &[Bit]) -> Vec<Bit> {
    add(gates, left, &opposite(right), Bit::TRUE).0
}

pub(super) fn negate(gates: &mut Gates, of: &[Bit]) -> Vec<Bit> {
    add(gates, &vec![Bit::FALSE; of.len()], &opposite(of), Bit::TRUE).0
}

/// The negated number if a bit is true.
pub(super) fn negate_if(gates: &mut Gates, condition: Bit, of: &[Bit]) -> Vec<Bit> {
    let negated = negate(gates, of);
    choose(gates, condition, &negated, of)
}

pub(super) fn choose(gates: &mut Gates, condition: Bit, yes: &[Bit], no: &[Bit]) -> Vec<Bit> {
    yes.iter().zip(no).map(|(&yes, &no)| gates.choose(condition, yes, no)).collect()
}

pub(super) fn opposite(of: &[Bit]) -> Vec<Bit> {
    of.iter().map(|&bit| !bit).collect()
}

pub(super) fn equal(gates: &mut Gates, left: &[Bit], right: &[Bit]) -> Bit {
    let same: Vec<Bit> = left.iter().zip(right).map(|(&a, &b)| !gates.xor(a, b)).collect();
    gates.all(&same)
}

/// Unsigned less: the difference borrows. Its carries are those of [`subtract`].
pub(super) fn below(gates: &mut Gates, left: &[Bit], right: &[Bit]) -> Bit {
    let no_borrow = left.iter().zip(right).fold(Bit::TRUE, |carry, (&a, &b)| gates.most([a, !b, carry]));
    !no_borrow
}

/// Signed less: unsigned less with the sign bits the other way round.
pub(super) fn signed_below(gates: &mut Gates, left: &[Bit], right: &[Bit]) -> Bit {
    below(gates, &with_opposite_sign(left), &with_opposite_sign(right))
}

fn with_opposite_sign(of: &[Bit]) -> Vec<Bit> {
    let mut bits = of.to_vec();
    if let Some(sign) = bits.last_mut() {
        *sign = !*sign;
    }
    bits
}
