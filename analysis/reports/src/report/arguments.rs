//! What a call's arguments rule out in its callee, as a sentence: `0 != 0` explains nothing to readers.

use csieve_base::text::{Line, Sentence, sentence};
use csieve_graph::{Action, BinaryOp, Cfg, EdgeId, ExprId, ExprKind, expr_text};

/// Returns the sentence for an edge of a call's effect whose condition is about constants only: the arguments of
/// the call decide it. `None` for other edges.
pub(super) fn excluded(cfg: &Cfg, edge: EdgeId) -> Option<Sentence> {
    let edge = cfg.edge(edge);
    let callee = &*edge.inside.as_ref()?.function;
    let line = Line(edge.span.start);
    let (given, needed) = match edge.action {
        Action::Assume { cond, holds: true } => compared(cfg, cond),
        Action::Learn { value, low: 1, high: 1 } if !is_constant(cfg, value) => compared(cfg, value),
        Action::Learn { value, low, high } => {
            (is_constant(cfg, value).then_some(value), (low == high).then(|| low.to_string()))
        }
        _ => return None,
    };
    let given = match given {
        Some(given) => expr_text(cfg, given),
        None if is_about_constants(cfg, &edge.action) => {
            return Some(sentence!(
                "no run goes this way through `{}` with the arguments on line {}",
                callee,
                line
            ));
        }
        None => return None,
    };
    Some(match needed {
        Some(needed) => {
            sentence!(
                "line {} passes `{}` to `{}`, and this way through it needs `{}`",
                line,
                given,
                callee,
                needed
            )
        }
        None => {
            sentence!(
                "line {} passes `{}` to `{}`, and this way through it needs another value",
                line,
                given,
                callee
            )
        }
    })
}

/// Returns the constant that a comparison compares, and the one that it must be equal to.
fn compared(cfg: &Cfg, cond: ExprId) -> (Option<ExprId>, Option<String>) {
    match cfg.expr(cond).kind {
        ExprKind::Binary(op, given, with) if is_constant(cfg, given) && is_constant(cfg, with) => {
            (Some(given), (op == BinaryOp::Eq).then(|| expr_text(cfg, with)))
        }
        _ => (None, None),
    }
}

fn is_constant(cfg: &Cfg, expr: ExprId) -> bool {
    cfg.exprs.as_constant(expr).is_some()
}

/// Returns whether a condition mentions no variable and no memory.
fn is_about_constants(cfg: &Cfg, action: &Action) -> bool {
    let (Action::Assume { cond: value, .. } | Action::Learn { value, .. }) = *action else { return false };
    let mut only_constants = true;
    cfg.exprs.walk(value, |_, expr| {
        only_constants &= matches!(
            expr.kind,
            ExprKind::Const(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Cast(_)
                | ExprKind::Seen(..)
        );
    });
    only_constants
}
