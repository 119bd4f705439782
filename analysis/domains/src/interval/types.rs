//! The intervals of the values of C's types.

use super::Interval;
use csieve_graph::{IntType, Type};

/// Returns the interval of all pointers, as unsigned 64-bit integers; 0 is NULL.
pub fn pointer_range() -> Interval {
    Interval::of_type(IntType::ULONG)
}

/// Returns the interval of all values of a type. It has all integers for types other than integers and
/// pointers.
pub fn type_range(ty: Type) -> Interval {
    match ty {
        Type::Int(int) => Interval::of_type(int),
        Type::Pointer => pointer_range(),
        Type::Float(_) | Type::Unknown | Type::Void => Interval::TOP,
    }
}
