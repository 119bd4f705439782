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

/// Returns a count all of whose bits are known, or the largest number for one that is larger.
fn known(count: &[Bit]) -> Option<usize> {
    count.iter().rev().try_fold(0_usize, |value, bit| {
        Some(value.saturating_mul(2).saturating_add(usize::from(bit.as_known()?)))
    })
}

/// Shifts a number to the left and fills it with zeros.
pub(super) fn left(gates: &mut Gates, of: &[Bit], count: &[Bit]) -> Vec<Bit> {
    let reversed: Vec<Bit> = of.iter().rev().copied().collect();
    let mut bits = right(gates, &reversed, count, Bit::FALSE);
    bits.reverse();
    bits
}
