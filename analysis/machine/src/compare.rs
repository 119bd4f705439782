//! Operators on pointers.

use super::{
    memory::Memory,
    number::converted,
    object::{Life, Origin},
    value::{Known, Pointer},
};
use csieve_graph::{BinaryOp, IntType, Type};

impl<S: Copy + Default> Memory<S> {
    /// Returns the result of an operator on two values of which at least one is a pointer; `None` if the
    /// result depends on the addresses of objects.
    pub(crate) fn of_pointers(&self, op: BinaryOp, a: Known, b: Known, ty: Type) -> Option<i128> {
        match (a, b) {
            (Known::Pointer(a), Known::Pointer(b)) if a.object == b.object => {
                let (a, b) = a.offset.zip(b.offset)?;
                match op {
                    BinaryOp::Sub => converted(a - b, ty),
                    _ => ordered(op, a, b),
                }
            }
            (Known::Pointer(a), Known::Pointer(b)) if self.differ(a, b) => equal(op, false),
            (Known::Pointer(pointer), Known::Number(number)) => self.with_number(op, pointer, number),
            (Known::Number(number), Known::Pointer(pointer)) => {
                self.with_number(op.mirrored(), pointer, number)
            }
            _ => None,
        }
    }

    /// Returns whether two pointers into different objects certainly differ.
    fn differ(&self, a: Pointer, b: Pointer) -> bool {
        let is_inside = |pointer: Pointer| {
            let object = self.get(pointer.object);
            let size = object.size.unwrap_or(1).max(1);
            object.life == Life::Live
                && pointer.offset.is_some_and(|offset| (0..size).contains(&offset))
                && !matches!(object.origin, Origin::Descriptor(_))
        };
        // A compiler may store equal string literals as one object, or one literal as the end of another.
        let is_literal = |pointer: Pointer| matches!(self.get(pointer.object).origin, Origin::Literal(_));
        is_inside(a) && is_inside(b) && !(is_literal(a) && is_literal(b))
    }

    /// Returns the result of comparing a pointer with a number; `None` if the result depends on addresses. No
    /// object is at NULL or at the last address, which is -1.
    fn with_number(&self, op: BinaryOp, pointer: Pointer, number: i128) -> Option<i128> {
        if self.descriptor(pointer.object).is_some() || pointer.offset.is_none() {
            return None;
        }
        match number {
            0 => ordered(op, 1, 0),
            _ if number == IntType::ULONG.max() || number == -1 => equal(op, false),
            _ => None,
        }
    }
}

fn equal(op: BinaryOp, are_equal: bool) -> Option<i128> {
    match op {
        BinaryOp::Eq => Some(i128::from(are_equal)),
        BinaryOp::Ne => Some(i128::from(!are_equal)),
        _ => None,
    }
}

fn ordered(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    let result = match op {
        BinaryOp::Eq => a == b,
        BinaryOp::Ne => a != b,
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        BinaryOp::Ge => a >= b,
        _ => return None,
    };
    Some(i128::from(result))
}
