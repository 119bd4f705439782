//! Arithmetic with the rules of C.

use super::outcome::{Followed, Stop};
use csieve_graph::{BinaryOp, Comparator, IntType, Type, UnaryOp};

/// Returns a number converted to a type; `None` for types whose values are not followed.
pub(crate) fn converted(number: i128, to: Type) -> Option<i128> {
    match to {
        Type::Int(int) if int == IntType::WIDE => Some(number),
        Type::Int(int) => Some(int.wrapped(number)),
        Type::Pointer => Some(IntType::ULONG.wrapped(number)),
        // It is not known which bits an unknown type keeps, but 0 stays 0.
        Type::Unknown => (number == 0).then_some(0),
        Type::Float(_) | Type::Void => None,
    }
}

/// Returns whether a comparison of two numbers is true.
pub(crate) fn holds<T: PartialOrd>(comparator: Comparator, a: &T, b: &T) -> bool {
    match comparator {
        Comparator::Eq => a == b,
        Comparator::Ne => a != b,
        Comparator::Lt => a < b,
        Comparator::Le => a <= b,
        Comparator::Gt => a > b,
        Comparator::Ge => a >= b,
    }
}

/// Returns the result of an operator on a number; `None` for types whose values are not followed.
pub(crate) fn unary(op: UnaryOp, number: i128, ty: Type, wrapv: bool) -> Followed<Option<i128>> {
    let Type::Int(int) = ty else { return Ok(None) };
    match op {
        UnaryOp::Neg => fitted(-number, int, wrapv).map(Some),
        UnaryOp::BitNot => Ok(Some(int.wrapped(!number))),
        UnaryOp::Not => Ok(Some(i128::from(number == 0))),
    }
}

/// Returns the result of an operator on two numbers; `None` for types whose values are not followed.
pub(crate) fn binary(op: BinaryOp, [a, b]: [i128; 2], ty: Type, wrapv: bool) -> Followed<Option<i128>> {
    let Type::Int(int) = ty else { return Ok(None) };
    let result = match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        // The product of two unsigned numbers of 64 bits may not fit into 128 bits with a sign; its low bits are right.
        BinaryOp::Mul if !int.signed => Some(a.wrapping_mul(b)),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div | BinaryOp::Rem => return divided(op, a, b, int).map(Some),
        BinaryOp::Shl | BinaryOp::Shr => return shifted(op, a, b, int, wrapv).map(Some),
        BinaryOp::BitAnd => return Ok(Some(int.wrapped(a & b))),
        BinaryOp::BitOr => return Ok(Some(int.wrapped(a | b))),
        BinaryOp::BitXor => return Ok(Some(int.wrapped(a ^ b))),
        BinaryOp::Eq => return Ok(Some(i128::from(a == b))),
        BinaryOp::Ne => return Ok(Some(i128::from(a != b))),
        BinaryOp::Lt => return Ok(Some(i128::from(a < b))),
        BinaryOp::Le => return Ok(Some(i128::from(a <= b))),
        BinaryOp::Gt => return Ok(Some(i128::from(a > b))),
        BinaryOp::Ge => return Ok(Some(i128::from(a >= b))),
    };
    match result {
        Some(result) => fitted(result, int, wrapv).map(Some),
        None => Ok(None),
    }
}

/// Returns the result of an operator in the type `int`. Unsigned numbers wrap; a signed overflow is undefined
/// unless `wrapv` is set.
fn fitted(result: i128, int: IntType, wrapv: bool) -> Followed<i128> {
    let fits = int.min() <= result && result <= int.max();
    if fits || !int.signed || wrapv && int != IntType::WIDE {
        Ok(int.wrapped(result))
    } else {
        Err(Stop::Undefined("a signed number overflows"))
    }
}

fn divided(op: BinaryOp, a: i128, b: i128, int: IntType) -> Followed<i128> {
    if b == 0 {
        return Err(Stop::Undefined("a division by zero"));
    }
    // The remainder is undefined too if the quotient overflows.
    let quotient = fitted(a / b, int, false)?;
    Ok(if op == BinaryOp::Div { quotient } else { a % b })
}

fn shifted(op: BinaryOp, a: i128, b: i128, int: IntType, wrapv: bool) -> Followed<i128> {
    if b < 0 || b >= i128::from(int.bits) || int == IntType::WIDE {
        return Err(Stop::Undefined("a shift by a negative number, or by at least the width of the type"));
    }
    if op == BinaryOp::Shr {
        return Ok(a >> b);
    }
    if int.signed && a < 0 && !wrapv {
        return Err(Stop::Undefined("a negative number is shifted left"));
    }
    // This cannot overflow 128 bits: a number of at most 64 bits is shifted by less than 64.
    match fitted(a << b, int, wrapv) {
        Err(Stop::Undefined(_)) => Err(Stop::Undefined("a bit is shifted out of a signed number")),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::{binary, converted};
    use csieve_graph::{BinaryOp, IntType, Type};

    fn of(op: BinaryOp, a: i128, b: i128, int: IntType) -> Option<i128> {
        binary(op, [a, b], Type::Int(int), false).ok().flatten()
    }

    #[test]
    fn numbers_behave_as_their_types_say() {
        let (int, unsigned, long) = (IntType::INT, IntType::UINT, IntType::LONG);
        assert_eq!(of(BinaryOp::Add, int.max(), 1, int), None);
        assert_eq!(of(BinaryOp::Add, unsigned.max(), 1, unsigned), Some(0));
        assert_eq!(of(BinaryOp::Sub, 0, 1, unsigned), Some(unsigned.max()));
        assert_eq!(of(BinaryOp::Div, int.min(), -1, int), None);
        assert_eq!(of(BinaryOp::Rem, int.min(), -1, int), None);
        assert_eq!(of(BinaryOp::Rem, -7, 3, int), Some(-1));
        assert_eq!(of(BinaryOp::Shl, 1, 31, int), None);
        assert_eq!(of(BinaryOp::Shl, 1, 31, unsigned), Some(1 << 31));
        assert_eq!(of(BinaryOp::Shl, 1, 64, long), None);
        assert_eq!(of(BinaryOp::Shr, -8, 1, int), Some(-4));
        let add = binary(BinaryOp::Add, [int.max(), 1], Type::INT, true);
        assert_eq!(add.ok().flatten(), Some(int.min()));
        assert_eq!(converted(300, Type::Int(IntType { bits: 8, signed: true })), Some(44));
        assert_eq!(converted(2, Type::Int(IntType::BOOL)), Some(1));
    }
}
