//! The operators of terms on known values. A value of width `w` is below `2^w`.

use super::{BinaryOp, Comparison, UnaryOp};

/// Returns the largest value of a width, with all bits set.
pub(super) fn ones(width: u8) -> u128 {
    u128::MAX >> (128 - u32::from(width))
}

/// Returns the value of a width with only the sign bit set.
pub(super) fn sign_bit(width: u8) -> u128 {
    1 << (width - 1)
}

/// Returns a value read as a two's complement number.
pub(super) fn signed(width: u8, value: u128) -> i128 {
    let above = 128 - u32::from(width);
    ((value << above) as i128) >> above
}

/// Applies an operator to one value, modulo `2^width`.
pub(super) fn unary(op: UnaryOp, width: u8, of: u128) -> u128 {
    let wide = match op {
        UnaryOp::Not => !of,
        UnaryOp::Neg => of.wrapping_neg(),
    };
    wide & ones(width)
}

/// Applies an operator to two values, modulo `2^width`.
pub(super) fn binary(op: BinaryOp, width: u8, left: u128, right: u128) -> u128 {
    let wide = match op {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Sub => left.wrapping_sub(right),
        BinaryOp::Mul => left.wrapping_mul(right),
        BinaryOp::Udiv => left.checked_div(right).unwrap_or(u128::MAX),
        BinaryOp::Urem => left.checked_rem(right).unwrap_or(left),
        BinaryOp::Sdiv => signed_quotient(signed(width, left), signed(width, right)) as u128,
        BinaryOp::Srem if right == 0 => left,
        BinaryOp::Srem => signed(width, left).wrapping_rem(signed(width, right)) as u128,
        BinaryOp::Shl => shift(width, right).map_or(0, |count| left << count),
        BinaryOp::Lshr => shift(width, right).map_or(0, |count| left >> count),
        BinaryOp::Ashr => (signed(width, left) >> shift(width, right).unwrap_or(127)) as u128,
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor => left ^ right,
    };
    wide & ones(width)
}

/// Divides and rounds towards 0. Division by 0 gives 1 for a negative dividend and -1 for others, as in
/// SMT-LIB.
fn signed_quotient(left: i128, right: i128) -> i128 {
    match (left, right) {
        (..0, 0) => 1,
        (_, 0) => -1,
        // The least number divided by -1 wraps around to itself.
        _ => left.wrapping_div(right),
    }
}

/// Returns a shift count as a number of bits, or None if the count is not below the width.
fn shift(width: u8, count: u128) -> Option<u32> {
    (count < u128::from(width)).then_some(count as u32)
}

/// Returns whether a comparison of two values holds.
pub(super) fn compare(comparison: Comparison, width: u8, left: u128, right: u128) -> bool {
    match comparison {
        Comparison::Eq => left == right,
        Comparison::Ult => left < right,
        Comparison::Ule => left <= right,
        Comparison::Slt => signed(width, left) < signed(width, right),
        Comparison::Sle => signed(width, left) <= signed(width, right),
    }
}
