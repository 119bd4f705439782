//! Floating-point numbers: `float` and `double` as IEEE 754 says. Those of other types are not followed.

#![allow(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "conversions round and comparisons are exact in C"
)]

use std::ops::{Add, Div, Mul, Sub};

use super::{
    number::{converted, holds},
    value::Known,
};
use csieve_graph::{BinaryOp, IntType, Type};

/// Returns a number as a value.
pub(crate) fn known(number: f64) -> Known {
    Known::Real(number.to_bits())
}

/// Returns a value of an arithmetic type as a floating-point number.
pub(crate) fn as_real(known: Known) -> Option<f64> {
    match known {
        Known::Real(bits) => Some(f64::from_bits(bits)),
        Known::Number(number) => Some(number as f64),
        Known::Pointer(_) | Known::NotZero { .. } | Known::Nothing => None,
    }
}

/// Returns a number rounded to a floating type with this size in bytes.
fn rounded(number: f64, bytes: u8) -> Option<Known> {
    match bytes {
        4 => Some(known(f64::from(number as f32))),
        8 => Some(known(number)),
        _ => None,
    }
}

/// Returns a number after a conversion to a floating type, or a floating-point number after one to any type.
/// `None` if the result is not known, or if C leaves it undefined.
pub(crate) fn cast(value: Known, to: Type) -> Option<Known> {
    match (value, to) {
        (Known::Number(number), Type::Float(4)) => Some(known(f64::from(number as f32))),
        (Known::Number(number), Type::Float(bytes)) => rounded(number as f64, bytes),
        (Known::Real(bits), Type::Float(bytes)) => rounded(f64::from_bits(bits), bytes),
        (Known::Real(bits), Type::Int(IntType::BOOL)) => {
            Some(Known::Number(i128::from(f64::from_bits(bits) != 0.0)))
        }
        (Known::Real(bits), Type::Int(int)) => {
            let number = f64::from_bits(bits).trunc();
            // The cast saturates, so numbers that are too large for 128 bits are out of range too.
            let whole = number as i128;
            let fits = !number.is_nan() && (int.min()..=int.max()).contains(&whole);
            fits.then_some(Known::Number(whole))
        }
        (Known::Number(_), Type::Int(_) | Type::Pointer | Type::Unknown | Type::Void) => None,
        (Known::Real(_), Type::Pointer | Type::Unknown | Type::Void) => None,
        (Known::Pointer(_) | Known::NotZero { .. } | Known::Nothing, _) => None,
    }
}

/// Returns the result of an operator on two floating-point numbers.
pub(crate) fn binary(op: BinaryOp, a: f64, b: f64, ty: Type) -> Option<Known> {
    if let Some(comparator) = op.comparator() {
        return Some(Known::Number(i128::from(holds(comparator, &a, &b))));
    }
    match ty {
        Type::Float(4) => arithmetic(op, a as f32, b as f32).map(|result| known(f64::from(result))),
        Type::Float(8) => arithmetic(op, a, b).map(known),
        Type::Float(_) | Type::Int(_) | Type::Pointer | Type::Unknown | Type::Void => None,
    }
}

fn arithmetic<T>(op: BinaryOp, a: T, b: T) -> Option<T>
where
    T: Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Div<Output = T>,
{
    match op {
        BinaryOp::Add => Some(a + b),
        BinaryOp::Sub => Some(a - b),
        BinaryOp::Mul => Some(a * b),
        BinaryOp::Div => Some(a / b),
        BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr => None,
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => None,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => None,
    }
}

/// Returns the bytes of a number in a floating type, as a number. `None` for a NaN, which has many forms.
pub(crate) fn bits(number: f64, ty: Type) -> Option<i128> {
    if number.is_nan() {
        return None;
    }
    match ty {
        Type::Float(4) => Some(i128::from((number as f32).to_bits())),
        Type::Float(8) => Some(i128::from(number.to_bits())),
        Type::Float(_) | Type::Int(_) | Type::Pointer | Type::Unknown | Type::Void => None,
    }
}

/// Returns the value that bytes in memory, given as a number, have in a type.
pub(crate) fn from_bits(number: i128, ty: Type) -> Option<Known> {
    let result = match ty {
        Type::Float(4) => f64::from(f32::from_bits(number as u32)),
        Type::Float(8) => f64::from_bits(number as u64),
        Type::Float(_) | Type::Int(_) | Type::Pointer | Type::Unknown | Type::Void => {
            return converted(number, ty).map(Known::Number);
        }
    };
    (!result.is_nan()).then(|| known(result))
}

#[cfg(test)]
mod tests {
    use super::{binary, bits, cast, from_bits, known};
    use crate::value::Known;
    use csieve_graph::{BinaryOp, IntType, Type};

    #[test]
    fn numbers_are_rounded_to_their_types() {
        let (single, double) = (Type::Float(4), Type::Float(8));
        assert_eq!(cast(Known::Number(16_777_217), single), Some(known(16_777_216.0)));
        assert_eq!(cast(known(-2.9), Type::INT), Some(Known::Number(-2)));
        assert_eq!(cast(known(3e9), Type::INT), None);
        assert_eq!(cast(known(f64::NAN), Type::Int(IntType::LONG)), None);
        assert_eq!(binary(BinaryOp::Div, 1.0, 3.0, single), Some(known(f64::from(1.0_f32 / 3.0_f32))));
        assert_eq!(binary(BinaryOp::Lt, f64::NAN, 1.0, double), Some(Known::Number(0)));
        assert_eq!(bits(1.0, single), Some(0x3F80_0000));
        assert_eq!(from_bits(0x3F80_0000, single), Some(known(1.0)));
        assert_eq!(from_bits(-1, double), None);
    }
}
