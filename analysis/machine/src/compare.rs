//! Operators on pointers.

use super::{
    memory::Memory,
    number::{converted, holds},
    object::{Life, Origin},
    value::{Known, Pointer},
};
use csieve_graph::{BinaryOp, Comparator, IntType, Type};

impl<S: Copy + Default> Memory<S> {
    /// Returns the result of an operator on two values of which at least one is a pointer; `None` if the
    /// result depends on the addresses of objects.
    pub(crate) fn of_pointers(&self, op: BinaryOp, a: Known, b: Known, ty: Type) -> Option<i128> {
        match (a, b) {
            (Known::Pointer(a), Known::Pointer(b)) if a.object == b.object => {
                let (a, b) = a.offset.zip(b.offset)?;
                if op == BinaryOp::Sub { converted(a - b, ty) } else { ordered(op, a, b) }
            }
            (Known::Pointer(a), Known::Pointer(b)) if self.differ(a, b) => different(op),
            (Known::Pointer(pointer), Known::Number(number)) => self.with_number(op, pointer, number),
            (Known::Number(number), Known::Pointer(pointer)) => {
                self.with_number(op.mirrored(), pointer, number)
            }
            (Known::Pointer(_), Known::Pointer(_)) | (Known::Number(_), Known::Number(_)) => None,
            (Known::Real(_) | Known::NotZero { .. } | Known::Nothing, _) => None,
            (_, Known::Real(_) | Known::NotZero { .. } | Known::Nothing) => None,
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
            _ if number == IntType::ULONG.max() || number == -1 => different(op),
            _ => None,
        }
    }
}

/// Returns the result of comparing two addresses that differ; `None` if it depends on which is lower.
fn different(op: BinaryOp) -> Option<i128> {
    match op.comparator()? {
        Comparator::Eq => Some(0),
        Comparator::Ne => Some(1),
        Comparator::Lt | Comparator::Le | Comparator::Gt | Comparator::Ge => None,
    }
}

/// Returns the result of a comparison; `None` for other operators.
fn ordered(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    Some(i128::from(holds(op.comparator()?, &a, &b)))
}
