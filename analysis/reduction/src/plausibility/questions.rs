//! What a path decides by, and whether two decisions ask for the same.

use csieve_graph::{Action, BinaryOp, EdgeId, ExprId, ExprKind, VarKind};
use csieve_modelcheck::model::Function;

/// What decides which way a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// The value of an expression.
    Of(ExprId),
    /// What happens inside a callee.
    InCallee,
}

/// What an edge decides by, if it is a side of a condition or a switch, or a way through a callee.
pub(super) fn question(function: &Function, edge: EdgeId) -> Option<Question> {
    let cfg = function.cfg;
    let from = cfg.edge(edge).from;
    match cfg.edge(edge).action {
        Action::Assume { cond, .. } => Some(Question::Of(cond)),
        Action::AssumeNone { value, .. } => Some(Question::Of(value)),
        _ if cfg.edge(edge).inside.is_some() && cfg.successors[from.index()].len() > 1 => {
            Some(Question::InCallee)
        }
        _ => None,
    }
}

/// Whether a question is about a bit of a parameter: few sets of options make sense together, and callers know which.
pub(super) fn is_of_an_option(function: &Function, asked: ExprId) -> bool {
    let cfg = function.cfg;
    let plain = |expr| &cfg.expr(cfg.exprs.strip_casts(expr)).kind;
    let ExprKind::Binary(BinaryOp::BitAnd, value, mask) = *plain(asked) else { return false };
    let is_param = matches!(*plain(value), ExprKind::Var(var) if cfg.var(var).kind == VarKind::Param);
    is_param && matches!(*plain(mask), ExprKind::Const(mask) if mask > 0 && mask & (mask - 1) == 0)
}

/// Whether a question is asked again, or another one of the same variables: who asks twice expects another answer, and
/// how the answers go together is known.
pub(super) fn is_asked_again(function: &Function, word: &[EdgeId], decision: EdgeId) -> bool {
    let asked = question(function, decision);
    word.iter().any(|edge| {
        let other = question(function, *edge);
        other == asked && is_other_side(function, *edge, decision)
            || other != asked && is_of_same(function, other, asked)
    })
}

/// Whether two edges answer the same question in different ways.
fn is_other_side(function: &Function, one: EdgeId, two: EdgeId) -> bool {
    match (&function.cfg.edge(one).action, &function.cfg.edge(two).action) {
        (Action::Assume { holds: one, .. }, Action::Assume { holds: two, .. }) => one != two,
        _ => one != two,
    }
}

fn is_of_same(function: &Function, one: Option<Question>, two: Option<Question>) -> bool {
    let (Some(Question::Of(one)), Some(Question::Of(two))) = (one, two) else { return false };
    let (one, two) = (function.dependencies(one), function.dependencies(two));
    one == two && !one.vars.is_empty() && !one.memory && !one.unstable
}

/// Whether two questions are not the same.
pub(super) fn is_another(one: Option<Question>, two: Option<Question>) -> bool {
    one != two || one == Some(Question::InCallee)
}
