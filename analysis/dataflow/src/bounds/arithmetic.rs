//! Questions about signed arithmetic whose result does not fit its type (C17 6.5p5).

use super::{question::SizeQuestion, wide};
use csieve_graph::{
    BinaryOp, Cfg, EdgeId, ExprId, ExprKind, IntType, Limit, MisuseKind, Type, UnaryOp, expr_text,
};

/// The largest factor that a product with a value from outside is taken to have. A sum is taken to have no
/// other large part: few programs let sums grow so far.
const FACTOR: i128 = 16;

/// Adds the questions whether the result of signed arithmetic is too large or too small for its type.
pub(super) fn questions(cfg: &mut Cfg, edge: EdgeId, result: ExprId, found: &mut Vec<SizeQuestion>) {
    let Type::Int(ty) = cfg.expr(result).ty else { return };
    match cfg.expr(result).kind {
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), a, b) => {
            let Some((a, b)) = exact(cfg, a).zip(exact(cfg, b)) else { return };
            let value = wide::binary(&mut cfg.exprs, op, a, b);
            ask(cfg, (edge, result), (BinaryOp::Gt, value, ty.max()), found);
            ask(cfg, (edge, result), (BinaryOp::Lt, value, ty.min()), found);
        }
        ExprKind::Unary(UnaryOp::Neg, operand) => {
            let Some(operand) = exact(cfg, operand) else { return };
            ask(cfg, (edge, result), (BinaryOp::Le, operand, ty.min()), found);
        }
        ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, dividend, divisor) => {
            divided(cfg, edge, (result, ty), (dividend, divisor), found);
        }
        ExprKind::Const(_)
        | ExprKind::Var(_)
        | ExprKind::Any(_)
        | ExprKind::Address(_)
        | ExprKind::AddressOf(_)
        | ExprKind::Inside { .. }
        | ExprKind::Load(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_)
        | ExprKind::Seen(..) => {}
    }
}

/// Adds the question whether the smallest number is divided by -1. Only if one of the two is a constant, the
/// question is a comparison.
fn divided(
    cfg: &mut Cfg,
    edge: EdgeId,
    (result, ty): (ExprId, IntType),
    (dividend, divisor): (ExprId, ExprId),
    found: &mut Vec<SizeQuestion>,
) {
    let (least, minus_one) = (ty.min(), -1);
    let constants = (cfg.exprs.as_constant(dividend), cfg.exprs.as_constant(divisor));
    let (asked, op, bound) = match constants {
        (_, Some(by)) if by == minus_one => (dividend, BinaryOp::Le, least),
        (Some(of), _) if of == least => (divisor, BinaryOp::Eq, minus_one),
        _ => return,
    };
    if let Some(asked) = exact(cfg, asked) {
        ask(cfg, (edge, result), (op, asked, bound), found);
    }
}

/// Returns the value of an operand, whose own arithmetic has questions of its own.
fn exact(cfg: &mut Cfg, operand: ExprId) -> Option<ExprId> {
    wide::index(&mut cfg.exprs, operand)
}

fn ask(
    cfg: &mut Cfg,
    (edge, result): (EdgeId, ExprId),
    (op, value, bound): (BinaryOp, ExprId, i128),
    found: &mut Vec<SizeQuestion>,
) {
    let bound = wide::constant(&mut cfg.exprs, bound);
    let cond = wide::compare(&mut cfg.exprs, op, value, bound);
    let text = expr_text(cfg, result);
    let name = cfg.expr(result).ty.as_int().map_or("its type", name);
    let limit = Limit {
        certain: format!("`{text}` overflows {name}"),
        possible: format!("`{text}` can overflow {name}"),
        subject: text,
        is_certain: false,
        is_evident: false,
        vars: Vec::new(),
        is_above: op == BinaryOp::Gt,
    };
    let is_product = matches!(cfg.expr(result).kind, ExprKind::Binary(BinaryOp::Mul, ..));
    let others = Some(if is_product { FACTOR } else { 0 });
    let kind = MisuseKind::IntegerOverflow;
    // The result is undefined, but processors go on.
    found.push(SizeQuestion { edge, kind, cond, limit, needs: None, is_survived: true, others });
}

fn name(ty: IntType) -> &'static str {
    match ty.bits {
        32 => "`int`",
        64 => "`long`",
        _ => "its type",
    }
}
