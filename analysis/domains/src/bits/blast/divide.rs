//! Division: quotient and remainder are new bits, which clauses restrict to the right values.

use super::{adder, formula::Bit, gates::Gates, multiply};

/// A quotient and a remainder, both lowest bit first.
pub(super) type Division = (Vec<Bit>, Vec<Bit>);

/// Returns the unsigned quotient and remainder. For the divisor 0, the quotient has all bits set and the
/// remainder is the dividend.
pub(super) fn unsigned(gates: &mut Gates, dividend: &[Bit], divisor: &[Bit]) -> Division {
    let quotient: Vec<Bit> = dividend.iter().map(|_| gates.fresh()).collect();
    let rest: Vec<Bit> = dividend.iter().map(|_| gates.fresh()).collect();
    let by_zero = !gates.any(divisor);
    // dividend = quotient * divisor + rest without overflow; for the divisor 0 this holds as well.
    let product = multiply::exact(gates, &quotient, divisor);
    if gates.are_too_many() {
        return (quotient, rest);
    }
    let (sum, carry) = adder::add(gates, &product, &rest, Bit::FALSE);
    gates.require(&[!carry]);
    require_equal(gates, dividend, &sum);
    let smaller = adder::below(gates, &rest, divisor);
    gates.require(&[by_zero, smaller]);
    for &bit in &quotient {
        gates.require(&[!by_zero, bit]);
    }
    require_bounds(gates, dividend, divisor, &quotient, &rest, by_zero);
    (quotient, rest)
}

fn require_equal(gates: &mut Gates, left: &[Bit], right: &[Bit]) {
    for (&a, &b) in left.iter().zip(right) {
        gates.require(&[a, !b]);
        gates.require(&[!a, b]);
    }
}

/// Adds redundant clauses, with which the solver rules out a quotient or remainder that is too large at once.
fn require_bounds(
    gates: &mut Gates,
    dividend: &[Bit],
    divisor: &[Bit],
    quotient: &[Bit],
    rest: &[Bit],
    by_zero: Bit,
) {
    let quotient_above = adder::below(gates, dividend, quotient);
    gates.require(&[by_zero, !quotient_above]);
    let rest_above = adder::below(gates, dividend, rest);
    gates.require(&[!rest_above]);
    // The dividend has at least as many significant bits as quotient and divisor together, minus one.
    let at_least: Vec<Bit> = (0..dividend.len()).map(|place| gates.any(&dividend[place..])).collect();
    for (place, &bit) in quotient.iter().enumerate() {
        for (other, &factor) in divisor.iter().enumerate().take(dividend.len() - place) {
            gates.require(&[!bit, !factor, at_least[place + other]]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bit, Gates, unsigned};

    #[test]
    fn a_division_that_needs_too_many_clauses_is_given_up_soon() {
        let clauses = |limit: usize| {
            let mut gates = Gates::up_to(limit);
            let operands: Vec<Bit> = (0..128).map(|_| gates.fresh()).collect();
            unsigned(&mut gates, &operands[..64], &operands[64..]);
            gates.formula().len()
        };
        let all = clauses(usize::MAX);
        assert_eq!(clauses(all), all);
        assert!(all > 40_000 && clauses(256) < 3_000, "{all}, {}", clauses(256));
    }
}
