//! Integer constants and their arithmetic at compile time.

use super::ctype::{common, promoted};
use csieve_base::model::DataModel;
use csieve_graph::{BinaryOp, IntType, UnaryOp};

/// An integer constant with its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Constant {
    pub value: i128,
    pub ty: IntType,
}

impl Constant {
    /// Makes a constant of the type `int`.
    pub(crate) fn int(value: i128, model: DataModel) -> Self {
        Self { value, ty: IntType::int_of(model) }
    }

    pub(crate) fn converted(self, ty: IntType) -> Self {
        Self { value: ty.wrapped(self.value), ty }
    }

    /// Makes the result of an operation in `ty`. An unsigned value wraps; a signed value that overflows gives
    /// `None`.
    fn result(value: i128, ty: IntType) -> Option<Self> {
        let fits = value >= ty.min() && value <= ty.max();
        (fits || !ty.signed).then(|| Self { value: ty.wrapped(value), ty })
    }
}

/// Computes a unary operator. Returns `None` if C leaves the result undefined.
pub(crate) fn unary(op: UnaryOp, operand: Constant, model: DataModel) -> Option<Constant> {
    let ty = promoted(operand.ty, model);
    match op {
        UnaryOp::Not => Some(Constant::int(i128::from(operand.value == 0), model)),
        UnaryOp::Neg => Constant::result(-operand.value, ty),
        UnaryOp::BitNot => Constant::result(!operand.value, ty),
    }
}

/// Computes a binary operator. Returns `None` if C leaves the result undefined, and for operators without a
/// case here.
pub(crate) fn binary(op: BinaryOp, left: Constant, right: Constant, model: DataModel) -> Option<Constant> {
    if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
        return shift(op, left, right, model);
    }
    let ty = common(left.ty, right.ty, model);
    let (a, b) = (ty.wrapped(left.value), ty.wrapped(right.value));
    if op.is_comparison() {
        return Some(Constant::int(i128::from(compare(op, a, b)), model));
    }
    let value = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        // The low bits of a product of unsigned numbers are right also where it does not fit into 128 bits.
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        _ => return None,
    };
    Constant::result(value, ty)
}

fn shift(op: BinaryOp, left: Constant, right: Constant, model: DataModel) -> Option<Constant> {
    let ty = promoted(left.ty, model);
    let by = u32::try_from(right.value).ok().filter(|&by| by < u32::from(ty.bits))?;
    if ty.signed && left.value < 0 {
        return None;
    }
    let value = if op == BinaryOp::Shl { left.value << by } else { left.value >> by };
    Constant::result(value, ty)
}

fn compare(op: BinaryOp, a: i128, b: i128) -> bool {
    match op {
        BinaryOp::Eq => a == b,
        BinaryOp::Ne => a != b,
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        _ => a >= b,
    }
}
