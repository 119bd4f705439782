//! Multiplication: the sum of shifted copies of one factor, one copy for each bit of the other.

use super::{adder, formula::Bit, gates::Gates};

/// Returns the product, wrapped to the width of the factors.
pub(super) fn wrapping(gates: &mut Gates, left: &[Bit], right: &[Bit]) -> Vec<Bit> {
    let (of, by) = in_order(left, right);
    let mut product = vec![Bit::FALSE; of.len()];
    for (place, digit) in digits(by).into_iter().enumerate() {
        if gates.are_too_many() {
            break;
        }
        let copy = |gates: &mut Gates, bit: Bit| shifted(gates, of, place, bit);
        product = match digit {
            Digit::Plus(Bit::FALSE) => product,
            Digit::Plus(bit) => {
                let copy = copy(gates, bit);
                adder::add(gates, &product, &copy, Bit::FALSE).0
            }
            Digit::Minus => {
                let copy = copy(gates, Bit::TRUE);
                adder::subtract(gates, &product, &copy)
            }
        };
    }
    product
}

/// Returns the product, and requires by clauses that it fits into the width of the factors.
pub(super) fn exact(gates: &mut Gates, left: &[Bit], right: &[Bit]) -> Vec<Bit> {
    let (of, by) = in_order(left, right);
    let width = of.len();
    let mut product = vec![Bit::FALSE; width];
    for (place, &bit) in by.iter().enumerate().filter(|&(_, &bit)| bit != Bit::FALSE) {
        if gates.are_too_many() {
            break;
        }
        // The copy must not lose a set bit by the shift.
        let out = gates.any(&of[width - place..]);
        gates.require(&[!bit, !out]);
        let copy = shifted(gates, of, place, bit);
        let (sum, carry) = adder::add(gates, &product, &copy, Bit::FALSE);
        gates.require(&[!carry]);
        product = sum;
    }
    product
}

/// Orders two factors. The one with more known bits comes last. Otherwise their order is fixed, so that the
/// product of a quotient and its divisor reuses the gates of the division.
fn in_order<'a>(left: &'a [Bit], right: &'a [Bit]) -> (&'a [Bit], &'a [Bit]) {
    let known = |bits: &[Bit]| bits.iter().filter(|bit| bit.as_known().is_some()).count();
    if (known(left), left) <= (known(right), right) { (left, right) } else { (right, left) }
}

/// Returns a number shifted to the left by `places` if a bit is true, otherwise 0.
fn shifted(gates: &mut Gates, of: &[Bit], places: usize, bit: Bit) -> Vec<Bit> {
    let low = std::iter::repeat_n(Bit::FALSE, places);
    let moved = of[..of.len() - places].iter().map(|&other| gates.and(bit, other));
    low.chain(moved).collect()
}

/// The factor of a shifted copy in a product.
#[derive(Clone, Copy)]
enum Digit {
    /// The factor 1 if the bit is true, otherwise 0.
    Plus(Bit),
    /// The factor -1.
    Minus,
}

/// Returns the digits of a factor, lowest first. If all bits are known, a run of ones becomes one subtraction
/// and one addition.
fn digits(of: &[Bit]) -> Vec<Digit> {
    let known: Option<Vec<bool>> = of.iter().map(|bit| bit.as_known()).collect();
    let Some(known) = known else { return of.iter().map(|&bit| Digit::Plus(bit)).collect() };
    let mut carry = false;
    let mut digits = Vec::with_capacity(known.len());
    for (place, &bit) in known.iter().enumerate() {
        let next = known.get(place + 1).copied().unwrap_or(false);
        let one = bit ^ carry;
        digits.push(if one && next { Digit::Minus } else { Digit::Plus(Bit::known(one)) });
        carry = (bit && carry) || (one && next);
    }
    digits
}
