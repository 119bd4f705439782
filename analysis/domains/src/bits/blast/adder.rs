//! Addition and comparison of numbers that are lists of bits, lowest bit first.

use super::{formula::Bit, gates::Gates};

/// Returns the sum of a carry and two numbers of the same width, and the carry out of the sum.
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

/// Returns a number, negated if the bit `condition` is true.
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

/// Returns whether `left < right` without signs, that is, whether their difference borrows. The gates of the
/// carries are those of [`subtract`].
pub(super) fn below(gates: &mut Gates, left: &[Bit], right: &[Bit]) -> Bit {
    let no_borrow = left.iter().zip(right).fold(Bit::TRUE, |carry, (&a, &b)| gates.most([a, !b, carry]));
    !no_borrow
}

/// Returns whether `left < right` with signs: the unsigned comparison with both sign bits negated.
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
