//! Objects that are known by the expression of their address. After a write to a variable of the expression,
//! it may lead to another object.

use csieve_graph::{Action, Edge, ExprId, ExprKind};

use super::Function;

/// Returns whether a write to a variable of an address may make it lead to another object after an edge than
/// before it.
pub fn is_changed(function: &Function, address: ExprId, edge: &Edge) -> bool {
    let vars = &function.dependencies(address).vars;
    match &edge.action {
        Action::Opaque { .. } => true,
        Action::Store { pointer, .. } => {
            let mut is_read = false;
            function.cfg.exprs.walk(address, |_, expr| is_read |= expr.kind == ExprKind::Load(*pointer));
            is_read
        }
        _ => edge.assigned().is_some_and(|var| vars.contains(&var)),
    }
}

/// Returns whether an address may lead to another object after an edge than before it. Writes to memory by
/// other code count.
pub fn may_change(function: &Function, address: ExprId, edge: &Edge) -> bool {
    let dependencies = function.dependencies(address);
    let is_exposed = dependencies.vars.iter().any(|var| function.cfg.var(*var).exposed);
    is_changed(function, address, edge) || edge.writes_memory() && (dependencies.memory || is_exposed)
}
