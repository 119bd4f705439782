//! Shifts by a count that need not be known, with one stage for each bit of the count.

use super::{adder, formula::Bit, gates::Gates};

/// Shifts a number to the right and fills it from above with `fill`.
pub(super) fn right(gates: &mut Gates, of: &[Bit], count: &[Bit], fill: Bit) -> Vec<Bit> {
    let width = of.len();
    if let Some(count) = known(count) {
        let moved = of.get(count..).unwrap_or_default();
        return moved.iter().copied().chain(std::iter::repeat(fill)).take(width).collect();
    }
    let mut bits = of.to_vec();
    // A stage shifts by a power of two below the width. Any higher bit of the count shifts everything out.
    let stages = (0..count.len()).take_while(|&stage| stage < 16 && 1 << stage < width).count();
    for (stage, &moves) in count[..stages].iter().enumerate() {
        let moved: Vec<Bit> = bits[1 << stage..].iter().copied().chain(vec![fill; 1 << stage]).collect();
        bits = adder::choose(gates, moves, &moved, &bits);
    }
    let out = gates.any(&count[stages..]);
    adder::choose(gates, out, &vec![fill; width], &bits)
}

/// Returns a count all of whose bits are known. Counts beyond all widths are all the same.
fn known(count: &[Bit]) -> Option<usize> {
    let mut value = 0;
    for (place, bit) in count.iter().enumerate() {
        match *bit {
            Bit::TRUE if place < 16 => value |= 1 << place,
            Bit::TRUE => value |= 1 << 16,
            Bit::FALSE => {}
            _ => return None,
        }
    }
    Some(value)
}

/// Shifts a number to the left and fills it with zeros.
pub(super) fn left(gates: &mut Gates, of: &[Bit], count: &[Bit]) -> Vec<Bit> {
    let reversed: Vec<Bit> = of.iter().rev().copied().collect();
    let mut bits = right(gates, &reversed, count, Bit::FALSE);
    bits.reverse();
    bits
}
