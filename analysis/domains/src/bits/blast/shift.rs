//! Shifts by a number that need not be known: one stage per bit of the number.

use super::{adder, formula::Bit, gates::Gates};

/// To the right, filled from above.
pub(super) fn right(gates: &mut Gates, of: &[Bit], count: &[Bit], fill: Bit) -> Vec<Bit> {
    let width = of.len();
    let mut bits = of.to_vec();
    // The stages that move by less than the width; any other bit of the number moves everything out.
    let stages = (0..count.len()).take_while(|&stage| stage < 16 && 1 << stage < width).count();
    for (stage, &moves) in count[..stages].iter().enumerate() {
        let moved: Vec<Bit> = bits[1 << stage..].iter().copied().chain(vec![fill; 1 << stage]).collect();
        bits = adder::choose(gates, moves, &moved, &bits);
    }
    let out = gates.any(&count[stages..]);
    adder::choose(gates, out, &vec![fill; width], &bits)
}

/// To the left, filled with zeros.
pub(super) fn left(gates: &mut Gates, of: &[Bit], count: &[Bit]) -> Vec<Bit> {
    let reversed: Vec<Bit> = of.iter().rev().copied().collect();
    let mut bits = right(gates, &reversed, count, Bit::FALSE);
    bits.reverse();
    bits
}
