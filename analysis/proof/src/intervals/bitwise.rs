//! The operators `&`, `|` and `^` on ranges of integers in two's complement.

use super::range::{
    Bound::{Above, At, Below},
    Range,
};

/// An operator that works bit by bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bitwise {
    And,
    Or,
    Xor,
}

impl Bitwise {
    fn of(self, a: bool, b: bool) -> bool {
        match self {
            Self::And => a & b,
            Self::Or => a | b,
            Self::Xor => a ^ b,
        }
    }

    /// Returns a range of all results for operands in two ranges: the smallest one if both are finite.
    pub(super) fn results(self, a: Range, b: Range) -> Range {
        a.with(b, |a, b| match (numbers(a), numbers(b)) {
            (Some(a), Some(b)) => Range::between(self.extreme(a, b, false), self.extreme(a, b, true)),
            _ => self.unbounded(a, b),
        })
    }

    /// Returns the least or the largest result, found bit by bit from the sign down. Of all pairs of operands
    /// whose high bits give the best result so far, `states` keeps only with which bounds of the ranges these
    /// high bits agree. That alone decides which bits can follow.
    fn extreme(self, a: (i128, i128), b: (i128, i128), largest: bool) -> i128 {
        let mut states = [false; 16];
        states[15] = true;
        let mut result = 0_i128;
        for place in (0..128).rev() {
            // A number with the sign bit set is the smaller one.
            let wanted = largest != (place == 127);
            let [mut best, mut other] = [[false; 16]; 2];
            for (state, bits) in
                (0..16).filter(|state| states[*state]).flat_map(|state| (0..4).map(move |bits| (state, bits)))
            {
                let (bit_a, bit_b) = (bits & 1 == 1, bits & 2 == 2);
                let next = advance(state & 3, a, place, bit_a).zip(advance(state >> 2, b, place, bit_b));
                if let Some((next_a, next_b)) = next {
                    let into = if self.of(bit_a, bit_b) == wanted { &mut best } else { &mut other };
                    into[next_a | next_b << 2] = true;
                }
            }
            let can = best.contains(&true);
            states = if can { best } else { other };
            if can == wanted {
                result |= 1 << place;
            }
        }
        result
    }

    /// Returns a range of all results if a range is infinite.
    fn unbounded(self, a: Range, b: Range) -> Range {
        let zero = At(0);
        let (positive_a, positive_b) = (a.low() >= zero, b.low() >= zero);
        let (negative_a, negative_b) = (a.high() < zero, b.high() < zero);
        match self {
            Self::And if a.as_point() == Some(-1) => b,
            Self::And if b.as_point() == Some(-1) => a,
            Self::And => match (positive_a, positive_b) {
                (true, true) => Range::new(zero, a.high().min(b.high())),
                (true, false) => Range::new(zero, a.high()),
                (false, true) => Range::new(zero, b.high()),
                (false, false) => Range::new(Below, a.high().max(b.high())),
            },
            Self::Or if positive_a && positive_b => Range::new(a.low().max(b.low()), Above),
            Self::Or => {
                let high = if negative_a || negative_b { At(-1) } else { Above };
                Range::new(a.low().min(b.low()), high)
            }
            Self::Xor if (positive_a && positive_b) || (negative_a && negative_b) => Range::new(zero, Above),
            Self::Xor if (positive_a && negative_b) || (negative_a && positive_b) => {
                Range::new(Below, At(-1))
            }
            Self::Xor => Range::ALL,
        }
    }
}

fn numbers(of: Range) -> Option<(i128, i128)> {
    match (of.low(), of.high()) {
        (At(low), At(high)) => Some((low, high)),
        _ => None,
    }
}

/// Returns with which bounds of its range a number still agrees after one more bit: bit 0 of the state for
/// the lower bound, bit 1 for the upper one. None if the bit leaves the range.
fn advance(state: usize, (low, high): (i128, i128), place: u32, bit: bool) -> Option<usize> {
    // A number with the sign bit set is smaller, so sign bits are compared the other way round.
    let digit = |value: bool| value != (place == 127);
    let (low, high) = (digit(low >> place & 1 == 1), digit(high >> place & 1 == 1));
    let bit = digit(bit);
    let leaves = (state & 1 == 1 && !bit && low) || (state & 2 == 2 && bit && !high);
    let at = |mask: usize, bound: bool| if state & mask == mask && bit == bound { mask } else { 0 };
    (!leaves).then(|| at(1, low) | at(2, high))
}
