//! Questions about sizes that overflow in the argument of an allocation.

use super::{question::SizeQuestion, wide};
use csieve_graph::{BinaryOp, Cfg, EdgeId, ExprId, ExprKind, IntType, Limit, MisuseKind, Type, expr_text};

/// Adds the questions whether a sum, difference or product in an allocated size overflows its type.
pub(super) fn questions(
    cfg: &mut Cfg,
    edge: EdgeId,
    size: ExprId,
    callee: &str,
    found: &mut Vec<SizeQuestion>,
) {
    let mut parts: Vec<(ExprId, IntType, BinaryOp)> = Vec::new();
    let mut pending = vec![size];
    while let Some(expr) = pending.pop() {
        let node = cfg.expr(expr);
        if let (Type::Int(ty), ExprKind::Binary(op, ..)) = (node.ty, &node.kind)
            && matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul)
            && !parts.iter().any(|part| part.0 == expr)
        {
            parts.push((expr, ty, *op));
        }
        if matches!(
            node.kind,
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..) | ExprKind::Cast(_)
        ) {
            pending.extend(cfg.exprs.operands(expr));
        }
    }
    for (expr, ty, op) in parts {
        let Some(value) = unwrapped(cfg, expr, op) else { continue };
        let text = expr_text(cfg, expr);
        let mut ask = |cfg: &mut Cfg, op: BinaryOp, bound: i128, is_above: bool| {
            let bound = wide::constant(&mut cfg.exprs, bound);
            let cond = wide::compare(&mut cfg.exprs, op, value, bound);
            let said = |verb: &str| format!("`{text}` {verb} in the size for `{callee}`");
            let (certain, possible) = (said("overflows"), said("can overflow"));
            let limit = Limit {
                subject: text.clone(),
                certain,
                possible,
                is_certain: false,
                is_evident: false,
                vars: Vec::new(),
                is_above,
            };
            found.push(SizeQuestion {
                edge,
                kind: MisuseKind::IntegerOverflow,
                cond,
                limit,
                needs: None,
                is_survived: false,
                others: None,
            });
        };
        ask(cfg, BinaryOp::Gt, ty.max(), true);
        if op == BinaryOp::Sub && !ty.signed {
            ask(cfg, BinaryOp::Lt, 0, false);
        }
    }
}

/// Returns an expression for the exact result of an operation whose operands did not overflow.
fn unwrapped(cfg: &mut Cfg, expr: ExprId, op: BinaryOp) -> Option<ExprId> {
    let ExprKind::Binary(_, a, b) = cfg.expr(expr).kind else { return None };
    let (a, b) = (wide::size(&mut cfg.exprs, a)?, wide::size(&mut cfg.exprs, b)?);
    Some(wide::binary(&mut cfg.exprs, op, a, b))
}
