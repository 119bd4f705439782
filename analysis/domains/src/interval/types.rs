//! The values of C's types.

use super::Interval;
use csieve_graph::{IntType, Type};

/// All pointers: 0 is NULL.
pub fn pointer_range() -> Interval {
    Interval::of_type(IntType::ULONG)
}

/// All values of a type.
pub fn type_range(ty: Type) -> Interval {
    match ty {
        Type::Int(int) => Interval::of_type(int),
        Type::Pointer => pointer_range(),
        Type::Float | Type::Unknown | Type::Void => Interval::TOP,
    }
}
