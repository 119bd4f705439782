//! Tests for 0: edges that imply that a value is 0, or that it is not.

use csieve_graph::{Action, BinaryOp, Edge, ExprId, ExprKind, UnaryOp};

use super::Function;

/// The fact about the value of an expression that a taken edge implies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZeroTest {
    /// The value is 0.
    Zero(ExprId),
    /// The value is not 0.
    NotZero(ExprId),
    /// The value was compared with 0 and may be 0 here: `x >= 0`.
    MaybeZero(ExprId),
}

/// Returns the value that taking an edge implies to be 0, or not to be 0. `None` if taking the edge implies
/// nothing of this kind.
pub fn zero_test(function: &Function, edge: &Edge) -> Option<ZeroTest> {
    match edge.action {
        Action::Assume { cond, holds } => condition(function, cond, holds),
        Action::Deref { pointer, .. } | Action::Free { pointer, .. } => Some(ZeroTest::NotZero(pointer)),
        Action::Close { handle, ref resource, .. } if resource.is_pointer => Some(ZeroTest::NotZero(handle)),
        Action::FreeNull { pointer } => Some(ZeroTest::Zero(pointer)),
        Action::Learn { value, low: 0, high: 0 } => Some(ZeroTest::Zero(value)),
        Action::Learn { value, low, high } if low > 0 || high < 0 => Some(ZeroTest::NotZero(value)),
        _ => None,
    }
}

fn condition(function: &Function, mut cond: ExprId, mut holds: bool) -> Option<ZeroTest> {
    loop {
        match function.cfg.expr(cond).kind {
            ExprKind::Unary(UnaryOp::Not, inner) => (cond, holds) = (inner, !holds),
            ExprKind::Seen(inner, _) => cond = inner,
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let (op, value) = match (is_zero(function, a), is_zero(function, b)) {
                    (false, true) => (op, a),
                    (true, false) => (op.mirrored(), b),
                    _ => return None,
                };
                return compared(if holds { op } else { op.negated() }, value);
            }
            _ => return Some(if holds { ZeroTest::NotZero(cond) } else { ZeroTest::Zero(cond) }),
        }
    }
}

fn is_zero(function: &Function, expr: ExprId) -> bool {
    function.cfg.expr(function.cfg.exprs.strip_casts(expr)).kind == ExprKind::Const(0)
}

fn compared(op: BinaryOp, value: ExprId) -> Option<ZeroTest> {
    match op {
        BinaryOp::Eq => Some(ZeroTest::Zero(value)),
        BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Gt => Some(ZeroTest::NotZero(value)),
        BinaryOp::Le | BinaryOp::Ge => Some(ZeroTest::MaybeZero(value)),
        _ => None,
    }
}
