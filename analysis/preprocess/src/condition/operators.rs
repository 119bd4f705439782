//! The operators of `#if` expressions, as in gcc: an overflow wraps around and is reported.

use super::IfValue;
use crate::Name;
use crate::known as k;

/// The value of an operation and whether a signed operation overflowed, or an error message for a division by
/// 0.
pub(super) type Outcome = Result<(IfValue, bool), &'static str>;

/// Returns the precedence of a binary operator, or `None` for any other token. A higher number binds tighter.
pub(super) fn precedence(operator: Name) -> Option<u8> {
    Some(match operator {
        k::COMMA => 1,
        k::QUESTION | k::COLON => 2,
        k::OR_OR => 3,
        k::AND_AND => 4,
        k::OR => 5,
        k::XOR => 6,
        k::AND => 7,
        k::EQUAL | k::NOT_EQUAL => 8,
        k::LESS | k::GREATER | k::LESS_EQUAL | k::GREATER_EQUAL => 9,
        k::SHIFT_LEFT | k::SHIFT_RIGHT => 10,
        k::PLUS | k::MINUS => 11,
        k::STAR | k::SLASH | k::PERCENT => 12,
        _ => return None,
    })
}

/// Applies a unary operator: `+a`, `-a`, `~a` or `!a`. Returns the result and whether the operation
/// overflowed.
pub(super) fn unary(operator: Name, value: IfValue) -> (IfValue, bool) {
    match operator {
        k::MINUS => {
            let overflow = !value.unsigned && value.number() == i64::MIN;
            (IfValue { bits: value.bits.wrapping_neg(), ..value }, overflow)
        }
        k::TILDE => (IfValue { bits: !value.bits, ..value }, false),
        k::NOT => (IfValue::truth(!value.is_true()), false),
        _ => (value, false),
    }
}

/// Applies a binary operator that always evaluates both operands: all but `&&`, `||`, `?` and `:`.
pub(super) fn binary(operator: Name, left: IfValue, right: IfValue) -> Outcome {
    let unsigned = left.unsigned || right.unsigned;
    let exact = |(value, overflow): (i64, bool)| {
        Ok((IfValue { bits: value as u64, unsigned }, overflow && !unsigned))
    };
    let less = if unsigned { left.bits < right.bits } else { left.number() < right.number() };
    let equal = left.bits == right.bits;
    let bits = |bits: u64| Ok((IfValue { bits, unsigned }, false));
    let truth = |holds: bool| Ok((IfValue::truth(holds), false));
    match operator {
        k::OR => bits(left.bits | right.bits),
        k::XOR => bits(left.bits ^ right.bits),
        k::AND => bits(left.bits & right.bits),
        k::EQUAL => truth(equal),
        k::NOT_EQUAL => truth(!equal),
        k::LESS => truth(less),
        k::GREATER => truth(!less && !equal),
        k::LESS_EQUAL => truth(less || equal),
        k::GREATER_EQUAL => truth(!less),
        k::SHIFT_LEFT => Ok(shift(left, right, false)),
        k::SHIFT_RIGHT => Ok(shift(left, right, true)),
        k::PLUS => exact(left.number().overflowing_add(right.number())),
        k::MINUS => exact(left.number().overflowing_sub(right.number())),
        k::STAR => exact(left.number().overflowing_mul(right.number())),
        k::SLASH | k::PERCENT if right.bits == 0 => Err("Division by zero in #if"),
        k::SLASH if unsigned => bits(left.bits / right.bits),
        k::PERCENT if unsigned => bits(left.bits % right.bits),
        k::SLASH => exact(left.number().overflowing_div(right.number())),
        k::PERCENT => bits(left.number().wrapping_rem(right.number()) as u64),
        _ => Ok((right, false)),
    }
}

/// Shifts `left` by `right` bits. A shift by a negative number goes in the opposite direction, as in gcc. The
/// second result, whether the shift overflowed, is always false.
fn shift(left: IfValue, right: IfValue, rightwards: bool) -> (IfValue, bool) {
    let negative = !right.unsigned && right.number() < 0;
    let by = if negative { right.bits.wrapping_neg() } else { right.bits };
    let bits = match (rightwards != negative, u32::try_from(by).ok().filter(|&by| by < 64)) {
        (true, Some(by)) if left.unsigned => left.bits >> by,
        (true, Some(by)) => (left.number() >> by) as u64,
        (true, None) if !left.unsigned && left.number() < 0 => u64::MAX,
        (false, Some(by)) => left.bits << by,
        (_, None) => 0,
    };
    (IfValue { bits, ..left }, false)
}
