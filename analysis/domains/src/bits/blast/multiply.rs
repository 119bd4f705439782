//! Products: shifted copies of one factor, one for each bit of the other.

use super::{adder, formula::Bit, gates::Gates};

/// The product, wrapped to the width of the factors.
pub(super) fn wrapping(gates: &mut Gates, left: &[Bit], right: &[Bit]) -> Vec<Bit> {
    let (of, by) = in_order(left, right);
    let mut product = vec![Bit::FALSE; of.len()];
    for (place, digit) in digits(by).into_iter().enumerate() {
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

/// The product, of which it is required that it fits.
pub(super) fn exact(gates: &mut Gates, left: &[Bit], right: &[Bit]) -> Vec<Bit> {
    let (of, by) = in_order(left, right);
    let width = of.len();
    let mut product = vec![Bit::FALSE; width];
    for (place, &bit) in by.iter().enumerate().filter(|&(_, &bit)| bit != Bit::FALSE) {
        // No bit is moved out.
        let out = gates.any(&of[width - place..]);
        gates.require(&[!bit, !out]);
        let copy = shifted(gates, of, place, bit);
        let (sum, carry) = adder::add(gates, &product, &copy, Bit::FALSE);
        gates.require(&[!carry]);
        product = sum;
    }
    product
}

/// The factor of which more bits are known comes last; else they are in a fixed order, so that a product of
/// a quotient and its divisor is made of the gates that the division has.
fn in_order<'a>(left: &'a [Bit], right: &'a [Bit]) -> (&'a [Bit], &'a [Bit]) {
    let known = |bits: &[Bit]| bits.iter().filter(|bit| bit.as_known().is_some()).count();
    if (known(left), left) <= (known(right), right) { (left, right) } else { (right, left) }
}

/// A number moved to the left if a bit is true, else 0.
fn shifted(gates: &mut Gates, of: &[Bit], places: usize, bit: Bit) -> Vec<Bit> {
    let low = std::iter::repeat_n(Bit::FALSE, places);
    let moved = of[..of.len() - places].iter().map(|&other| gates.and(bit, other));
    low.chain(moved).collect()
}

/// What a copy is multiplied with.
#[derive(Clone, Copy)]
enum Digit {
    /// 1 if the bit is true, else 0.
    Plus(Bit),
    Minus,
}

/// The bits of a factor; runs of ones that are known become a subtraction and an addition.
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
