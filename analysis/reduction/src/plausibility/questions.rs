//! The questions that the decisions of a path answer, and whether two decisions answer the same question.

use csieve_graph::{Action, BinaryOp, EdgeId, ExprId, ExprKind, VarKind};
use csieve_modelcheck::model::Function;

/// The question whose answer decides which edge a run takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DecisionBasis {
    /// The value of this expression decides.
    Of(ExprId),
    /// Something inside a callee decides which case of its summary applies.
    InCallee,
}

/// Returns the question that an edge answers: as a side of a condition or switch, or as a case of a callee.
/// `None` for other edges.
pub(super) fn question(function: &Function, edge: EdgeId) -> Option<DecisionBasis> {
    let cfg = function.cfg;
    let from = cfg.edge(edge).from;
    match cfg.edge(edge).action {
        Action::Assume { cond, .. } => Some(DecisionBasis::Of(cond)),
        Action::AssumeNone { value, .. } => Some(DecisionBasis::Of(value)),
        _ if cfg.edge(edge).inside.is_some() && cfg.successors[from.index()].len() > 1 => {
            Some(DecisionBasis::InCallee)
        }
        _ => None,
    }
}

/// Returns whether a condition tests one bit of a parameter, as in `flags & OPTION`. Few sets of options make
/// sense together, and callers know which sets do.
pub(super) fn is_of_an_option(function: &Function, asked: ExprId) -> bool {
    let cfg = function.cfg;
    let plain = |expr| &cfg.expr(cfg.exprs.strip_casts(expr)).kind;
    let ExprKind::Binary(BinaryOp::BitAnd, value, mask) = *plain(asked) else { return false };
    let is_param = matches!(*plain(value), ExprKind::Var(var) if cfg.var(var).kind == VarKind::Param);
    is_param && matches!(*plain(mask), ExprKind::Const(mask) if mask > 0 && mask & (mask - 1) == 0)
}

/// Returns whether a word answers the question of a decision again in another way, or answers another
/// question about the same variables. Then the path itself shows how the answers are related.
pub(super) fn is_asked_again(function: &Function, word: &[EdgeId], decision: EdgeId) -> bool {
    let asked = question(function, decision);
    word.iter().any(|edge| {
        let other = question(function, *edge);
        other == asked && is_other_side(function, *edge, decision)
            || other != asked && is_of_same(function, other, asked)
    })
}

/// Returns whether two edges, which answer the same question, answer it in different ways.
fn is_other_side(function: &Function, one: EdgeId, two: EdgeId) -> bool {
    match (&function.cfg.edge(one).action, &function.cfg.edge(two).action) {
        (Action::Assume { holds: one, .. }, Action::Assume { holds: two, .. }) => one != two,
        _ => one != two,
    }
}

fn is_of_same(function: &Function, one: Option<DecisionBasis>, two: Option<DecisionBasis>) -> bool {
    let (Some(DecisionBasis::Of(one)), Some(DecisionBasis::Of(two))) = (one, two) else { return false };
    let (one, two) = (function.dependencies(one), function.dependencies(two));
    one == two && !one.vars.is_empty() && !one.memory && !one.unstable
}

/// Returns whether two questions differ. Questions inside callees always count as different.
pub(super) fn is_another(one: Option<DecisionBasis>, two: Option<DecisionBasis>) -> bool {
    one != two || one == Some(DecisionBasis::InCallee)
}
