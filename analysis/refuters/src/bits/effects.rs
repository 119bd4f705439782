//! Places whose value a path fixes until something is written, and what writes them.

use csieve_graph::{Action, Edge, ExprId, ExprKind, VarId};
use csieve_modelcheck::model::{Function, Holder, is_written};

/// What a symbol stands for: a variable, or an expression that is not computed but keeps its value until
/// something that it depends on is written (memory at an address, a comparison of floating-point numbers).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// A variable.
    Var(VarId),
    /// An expression.
    Value(ExprId),
}

/// Whether an edge may give a place another value.
pub fn writes(function: &Function, edge: &Edge, place: Place) -> bool {
    let expr = match place {
        Place::Var(var) => return is_written(function, edge, Holder::Var(var)),
        Place::Value(expr) => expr,
    };
    if let ExprKind::Load(address) = function.cfg.expr(expr).kind {
        return is_written(function, edge, Holder::Cell(address));
    }
    let of = function.dependencies(expr);
    let by_name = |var: &VarId| match &edge.action {
        Action::Opaque { vars } => vars.contains(var),
        _ => edge.assigned() == Some(*var),
    };
    let is_exposed = |var: &VarId| function.cfg.var(*var).exposed;
    of.vars.iter().any(by_name)
        || edge.writes_memory() && (of.memory || of.vars.iter().any(is_exposed))
        || of.memory && edge.assigned().is_some_and(|var| is_exposed(&var))
}
