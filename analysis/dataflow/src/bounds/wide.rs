//! Expressions over mathematical integers: their type is so wide that nothing overflows.

use csieve_graph::{BinaryOp, ExprArena, ExprId, ExprKind, IntType, Type, UnaryOp};

/// The type of all expressions that this module makes, except comparisons.
pub(super) const WIDE: Type = Type::Int(IntType::WIDE);

/// Returns a constant of the wide type.
pub(super) fn constant(exprs: &mut ExprArena, value: i128) -> ExprId {
    exprs.constant(value, IntType::WIDE)
}

/// Returns `a op b` of the wide type. Constants are folded.
pub(super) fn binary(exprs: &mut ExprArena, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
    let known = |expr: ExprId| exprs.get(expr).kind.as_const();
    let folded = match (op, known(a), known(b)) {
        (BinaryOp::Add, Some(0), _) | (BinaryOp::Mul, Some(1), _) => return b,
        (BinaryOp::Add | BinaryOp::Sub, _, Some(0)) | (BinaryOp::Mul, _, Some(1)) => return a,
        (BinaryOp::Add, Some(a), Some(b)) => a.checked_add(b),
        (BinaryOp::Sub, Some(a), Some(b)) => a.checked_sub(b),
        (BinaryOp::Mul, Some(a), Some(b)) => a.checked_mul(b),
        _ => None,
    };
    match folded {
        Some(value) => constant(exprs, value),
        None => exprs.binary(op, a, b, WIDE),
    }
}

/// Returns the comparison `a op b`, of type `int`.
pub(super) fn compare(exprs: &mut ExprArena, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
    exprs.binary(op, a, b, Type::INT)
}

/// Returns the value of an index in the wide type. A conversion to 64 bits is ignored: a negative index lies
/// outside the object before the conversion as well as after it. None if the value is unknown.
pub(super) fn index(exprs: &mut ExprArena, expr: ExprId) -> Option<ExprId> {
    let mut expr = expr;
    if let ExprKind::Cast(inner) = exprs.get(expr).kind
        && exprs.get(expr).ty.as_int().is_some_and(|int| int.bits == 64)
        && exprs.get(inner).ty.as_int().is_some()
    {
        expr = inner;
    }
    value(exprs, expr, false)
}

/// Returns the value of an allocated size in the wide type, provided that nothing in it overflowed: 64-bit
/// arithmetic counts as exact. None if the value is unknown.
pub(super) fn size(exprs: &mut ExprArena, expr: ExprId) -> Option<ExprId> {
    value(exprs, expr, true)
}

fn value(exprs: &mut ExprArena, expr: ExprId, is_size: bool) -> Option<ExprId> {
    let outer = exprs.get(expr).clone();
    let Type::Int(ty) = outer.ty else { return None };
    if ty == IntType::WIDE {
        return Some(expr);
    }
    let is_exact = ty.signed || is_size && ty.bits == 64;
    let wide = match outer.kind {
        ExprKind::Any(_) => return None,
        ExprKind::Const(value) => constant(exprs, value),
        ExprKind::Seen(inner, _) => value(exprs, inner, is_size)?,
        ExprKind::Cast(inner) => {
            let from = exprs.get(inner).ty.as_int();
            let keeps = from.is_some_and(|from| from.min() >= ty.min() && from.max() <= ty.max());
            if keeps || is_size && ty.bits == 64 && from.is_some() {
                value(exprs, inner, is_size)?
            } else {
                exprs.add(ExprKind::Cast(expr), WIDE)
            }
        }
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), a, b) if is_exact => {
            let (a, b) = (value(exprs, a, is_size)?, value(exprs, b, is_size)?);
            binary(exprs, op, a, b)
        }
        ExprKind::Unary(UnaryOp::Neg, inner) if is_exact => {
            let (zero, inner) = (constant(exprs, 0), value(exprs, inner, is_size)?);
            binary(exprs, BinaryOp::Sub, zero, inner)
        }
        ExprKind::Var(_)
        | ExprKind::Address(_)
        | ExprKind::AddressOf(_)
        | ExprKind::Inside { .. }
        | ExprKind::Load(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..) => exprs.add(ExprKind::Cast(expr), WIDE),
    };
    Some(wide)
}
