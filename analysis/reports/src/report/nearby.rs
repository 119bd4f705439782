//! Tells in a sentence how close a proof is: which weaker condition would make the refuted path feasible.

use csieve_base::text::{Line, Sentence, sentence};
use csieve_graph::{Action, BinaryOp, Cfg, ExprId, ExprKind, UnaryOp, expr_text, operator_text};
use csieve_refuters::{Weakening, Weaker};

/// Returns how a weaker condition would make the finding come back: "comes back if `x > 0` on line 8 becomes
/// `x >= 0`". None if the condition is no comparison.
pub fn nearby(cfg: &Cfg, weaker: &Weaker) -> Option<Sentence> {
    let edge = cfg.edge(weaker.edge);
    let Action::Assume { cond, holds } = edge.action else { return None };
    let (op, a, b) = comparison(cfg, cond, holds)?;
    let text = |op: BinaryOp, right: String| format!("`{} {} {right}`", expr_text(cfg, a), operator_text(op));
    let (written, line) = (text(op, expr_text(cfg, b)), Line(edge.span.start));
    let instead = match weaker.how {
        Weakening::OrEqual if op == BinaryOp::Lt => text(BinaryOp::Le, expr_text(cfg, b)),
        Weakening::OrEqual => text(BinaryOp::Ge, expr_text(cfg, b)),
        Weakening::Moved(by) => text(op, moved(cfg, b, by)),
        Weakening::Dropped => return Some(sentence!("comes back without {} on line {}", written, line)),
    };
    Some(sentence!("comes back if {} on line {} becomes {}", written, line, instead))
}

/// Returns the comparison that is true where a condition is true (`holds`) or false. None if the condition is
/// no comparison.
fn comparison(cfg: &Cfg, mut cond: ExprId, mut holds: bool) -> Option<(BinaryOp, ExprId, ExprId)> {
    while let ExprKind::Unary(UnaryOp::Not, inner) = cfg.expr(cond).kind {
        (cond, holds) = (inner, !holds);
    }
    match cfg.expr(cond).kind {
        ExprKind::Binary(op, a, b) if op.is_comparison() => {
            Some((if holds { op } else { op.negated() }, a, b))
        }
        _ => None,
    }
}

fn moved(cfg: &Cfg, expr: ExprId, by: i8) -> String {
    match cfg.expr(cfg.exprs.strip_casts(expr)).kind {
        ExprKind::Const(value) => (value + i128::from(by)).to_string(),
        _ if by > 0 => format!("{} + {by}", expr_text(cfg, expr)),
        _ => format!("{} - {}", expr_text(cfg, expr), -by),
    }
}
