//! Questions about counts of shifts that are out of range.

use super::{question::SizeQuestion, wide};
use csieve_graph::{BinaryOp, Cfg, EdgeId, ExprId, Limit, MisuseKind, Type, expr_text};

/// Adds the questions whether a shift is by as many bits as its type has, or more, and whether it is by a
/// negative number. Both are undefined (C17 6.5.7).
pub(super) fn questions(
    cfg: &mut Cfg,
    edge: EdgeId,
    shift: ExprId,
    count: ExprId,
    found: &mut Vec<SizeQuestion>,
) {
    let (Type::Int(ty), Type::Int(of_count)) = (cfg.expr(shift).ty, cfg.expr(count).ty) else { return };
    let Some(value) = wide::index(&mut cfg.exprs, count) else { return };
    let (text, by) = (expr_text(cfg, shift), expr_text(cfg, count));
    let mut ask = |op: BinaryOp, bound: i128, certain: String, possible: String, is_above: bool| {
        let bound = wide::constant(&mut cfg.exprs, bound);
        let cond = wide::compare(&mut cfg.exprs, op, value, bound);
        let limit = Limit {
            subject: text.clone(),
            certain,
            possible,
            is_certain: false,
            is_evident: false,
            vars: Vec::new(),
            is_above,
        };
        let kind = MisuseKind::IntegerOverflow;
        // The result is undefined, but processors go on.
        found.push(SizeQuestion { edge, kind, cond, limit, needs: None, is_survived: true, others: None });
    };
    let bits = ty.bits;
    ask(
        BinaryOp::Ge,
        i128::from(bits),
        format!("`{text}` shifts a number of {bits} bits by `{by}`, which is {bits} or more"),
        format!("`{text}` can shift a number of {bits} bits by {bits} or more"),
        true,
    );
    if of_count.signed {
        ask(
            BinaryOp::Lt,
            0,
            format!("`{text}` shifts by `{by}`, which is negative"),
            format!("`{text}` can shift by a negative number"),
            false,
        );
    }
}
