//! The operators in plain 64-bit arithmetic, for widths up to 16. They follow the definitions of SMT-LIB and
//! share no code with the tested operators.

use crate::bits::{BinaryOp, Comparison, UnaryOp};

/// Returns a number modulo `2^width`.
pub(super) fn wrapped(width: u8, number: i64) -> u64 {
    number.rem_euclid(1 << width) as u64
}

/// Returns a value read as a two's complement number.
pub(super) fn signed(width: u8, value: u64) -> i64 {
    let value = value as i64;
    if value * 2 >= 1 << width { value - (1 << width) } else { value }
}

pub(super) fn unary(op: UnaryOp, width: u8, of: u64) -> u64 {
    match op {
        UnaryOp::Not => (1 << width) - 1 - of,
        UnaryOp::Neg => wrapped(width, -(of as i64)),
    }
}

pub(super) fn binary(op: BinaryOp, width: u8, left: u64, right: u64) -> u64 {
    let (a, b) = (left as i64, right as i64);
    let (minus_a, minus_b) = (unary(UnaryOp::Neg, width, left), unary(UnaryOp::Neg, width, right));
    let of_magnitudes = |op| {
        let magnitude = |value, minus| if signed(width, value) < 0 { minus } else { value };
        binary(op, width, magnitude(left, minus_a), magnitude(right, minus_b))
    };
    let negate_if = |negative, value| if negative { unary(UnaryOp::Neg, width, value) } else { value };
    let negative = (signed(width, left) < 0, signed(width, right) < 0);
    let power = |count: u64| 1_i64 << count.min(40);
    match op {
        BinaryOp::Add => wrapped(width, a + b),
        BinaryOp::Sub => wrapped(width, a - b),
        BinaryOp::Mul => wrapped(width, a * b),
        BinaryOp::Udiv if b == 0 => (1 << width) - 1,
        BinaryOp::Udiv => wrapped(width, a / b),
        BinaryOp::Urem if b == 0 => left,
        BinaryOp::Urem => wrapped(width, a % b),
        BinaryOp::Sdiv => negate_if(negative.0 != negative.1, of_magnitudes(BinaryOp::Udiv)),
        BinaryOp::Srem => negate_if(negative.0, of_magnitudes(BinaryOp::Urem)),
        BinaryOp::Shl => wrapped(width, a * power(right)),
        BinaryOp::Lshr => wrapped(width, a / power(right)),
        BinaryOp::Ashr => wrapped(width, signed(width, left).div_euclid(power(right))),
        BinaryOp::And => each_bit(width, left, right, |a, b| a + b == 2),
        BinaryOp::Or => each_bit(width, left, right, |a, b| a + b > 0),
        BinaryOp::Xor => each_bit(width, left, right, |a, b| a + b == 1),
    }
}

fn each_bit(width: u8, left: u64, right: u64, holds: fn(u64, u64) -> bool) -> u64 {
    (0..width).filter(|&place| holds(left >> place & 1, right >> place & 1)).map(|place| 1 << place).sum()
}

pub(super) fn compare(comparison: Comparison, width: u8, left: u64, right: u64) -> bool {
    match comparison {
        Comparison::Eq => left == right,
        Comparison::Ult => left < right,
        Comparison::Ule => left <= right,
        Comparison::Slt => signed(width, left) < signed(width, right),
        Comparison::Sle => signed(width, left) <= signed(width, right),
    }
}
