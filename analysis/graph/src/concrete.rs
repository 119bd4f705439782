//! What the program does where the graph only has "any value". Analyses that prove something do not use this:
//! the machine does, which runs the program on concrete values.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{BinaryOp, EdgeId, ExprId, IntType, Loc, Type};

/// The exact meaning of expressions and edges that are widened for the proofs.
#[derive(Clone, Debug, Default)]
pub struct Concrete {
    /// The meanings of expressions of the kind [`super::ExprKind::Any`]. The expressions in a meaning have
    /// smaller ids than the expression that has the meaning.
    pub values: FxHashMap<ExprId, Meant>,
    /// The pointers to bit-fields, each an [`super::ExprKind::Inside`] of the pointer to the record.
    pub bits: FxHashMap<ExprId, Bits>,
    /// The objects of those parameters that live in memory, by position: their addresses, and their types if
    /// they are scalars.
    pub params: Vec<Option<(ExprId, Option<Type>)>>,
    /// The values that the enumerations of parameters name, by position, ascending, at least one each. Those of flags, which are
    /// combined, are left out.
    pub enumerators: FxHashMap<u32, Arc<[i128]>>,
    /// The conditions of edges that the graph lets runs take in any case: a run takes the edge only if the
    /// expression has this truth.
    pub conditions: FxHashMap<EdgeId, (ExprId, bool)>,
    /// The edges with which paths begin that differ in the order in which operands are evaluated, each with the
    /// number of its order among those that leave its location; 0 is from left to right. If only one such edge
    /// leaves a location, the graph lacks the other orders.
    pub orders: FxHashMap<EdgeId, u32>,
    /// What edges do with lists of variable arguments.
    pub lists: FxHashMap<EdgeId, ListStep>,
    /// The types of the objects that calls of atomic built-ins access.
    pub atomics: FxHashMap<EdgeId, Type>,
    /// The addresses of objects on the stack that are declared without a first value: arrays, structures and
    /// unions. They have no value until the run writes one. Each comes with the location where its lifetime
    /// begins, which a run leaves behind the declaration.
    pub blank: FxHashMap<ExprId, Loc>,
    /// The strings of which allocations hold a copy.
    pub copies: FxHashMap<EdgeId, CopiedString>,
}

impl Concrete {
    /// Returns whether operands are evaluated at a location in one of several orders, of which the graph has only one. The
    /// location is given by the edges that leave it.
    pub fn lacks_order(&self, open: &[EdgeId]) -> bool {
        open.iter().filter(|edge| self.orders.contains_key(edge)).count() == 1
    }
}

/// A string that an allocation copies, as `strdup` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopiedString {
    /// The pointer to the string.
    pub text: ExprId,
    /// The largest number of bytes that are copied, the final 0 left aside; `None` if there is no limit.
    pub most: Option<ExprId>,
}

/// A list of variable arguments (`va_list`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArgumentList {
    /// The pointer to the list.
    pub pointer: ExprId,
    /// Whether the function got the list as an argument, so that its caller must not go on with it.
    pub is_passed: bool,
}

/// What an edge does with a list of variable arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListStep {
    /// The list starts with the first variable argument of the function: `va_start`.
    Start(ArgumentList),
    /// The list `to` goes on where the list `from` is: `va_copy`.
    Copy {
        /// The list that is written.
        to: ArgumentList,
        /// The list that is read.
        from: ArgumentList,
    },
    /// The list is not used any more: `va_end`.
    End(ArgumentList),
    /// The next argument is taken from the list: `va_arg`.
    Fetch {
        /// The list.
        list: ArgumentList,
        /// The type as which the argument is read.
        ty: Type,
        /// The size in bytes, if the argument is read as a structure or union.
        record: Option<u64>,
    },
}

/// The exact value of an expression that is widened to any value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// The value of another expression of the same type.
    Value(ExprId),
    /// The value of the bit-field at a pointer, which is in [`Concrete::bits`].
    Bits(ExprId),
    /// A floating-point number, by the bits of the `double` of the same value.
    Real(u64),
    /// The structure or union at a pointer.
    Object {
        /// The pointer to the object.
        pointer: ExprId,
        /// The size and the scalars of the object.
        layout: Layout,
    },
    /// A pointer to the structure or union that the call on an edge returned.
    Result(EdgeId),
    /// The variable argument that was fetched on an edge; for a structure or union, a pointer to it.
    Argument(EdgeId),
    /// The number of elements between two pointers.
    Elements {
        /// The difference of the pointers in bytes.
        bytes: ExprId,
        /// The size of an element in bytes, not 0.
        size: u64,
    },
    /// The result of an operator as if there were no largest and smallest number.
    Exact {
        /// The operator: an addition, a subtraction or a multiplication.
        op: BinaryOp,
        /// The operands, each a number of its own type.
        operands: [ExprId; 2],
        /// The type that receives the result.
        ty: IntType,
        /// Whether the value is the answer to the question whether `ty` cannot hold the result. Otherwise the
        /// value is the result, wrapped to `ty`.
        overflows: bool,
    },
}

/// The layout of a structure or union that is passed or copied as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The size in bytes.
    pub bytes: u64,
    /// The offsets in bytes and the types of scalars in the object. The list may be incomplete.
    pub scalars: Vec<(u64, Type)>,
}

/// The place of a bit-field in its record, and the type of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// The number of bits in the record before the bit-field. Bits are counted from the lowest bit of the
    /// first byte.
    pub first: u64,
    /// The width in bits, at most 64.
    pub width: u8,
    /// Whether the value has a sign.
    pub signed: bool,
}
