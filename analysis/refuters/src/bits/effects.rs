//! Places that keep their value until something is written, and the edges that write them.

use csieve_graph::{Edge, ExprId, ExprKind, VarId};
use csieve_modelcheck::model::{Function, Holder, is_written};

/// The variable or expression whose value a symbol stands for. The value of the expression is not computed
/// in bits, but it stays the same until something that it depends on is written. Examples are the memory at
/// an address and a comparison of floating-point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SymbolSubject {
    /// The value of a variable.
    Var(VarId),
    /// The value of an expression.
    Value(ExprId),
}

/// Returns whether an edge may give a place another value.
pub fn writes(function: &Function, edge: &Edge, place: SymbolSubject) -> bool {
    let expr = match place {
        SymbolSubject::Var(var) => return is_written(function, edge, Holder::Var(var)),
        SymbolSubject::Value(expr) => expr,
    };
    if let ExprKind::Load(address) = function.cfg.expr(expr).kind {
        return is_written(function, edge, Holder::Cell(address));
    }
    let of = function.dependencies(expr);
    let effects = edge.effects();
    let by_name = |var: &VarId| effects.sets_var(*var);
    let is_exposed = |var: &VarId| function.cfg.var(*var).exposed;
    of.vars.iter().any(by_name)
        || effects.writes.is_any() && (of.memory || of.vars.iter().any(is_exposed))
        || of.memory && effects.assigns.var().is_some_and(|var| is_exposed(&var))
}
