//! The variables and memory that an edge writes.

use csieve_graph::{Action, Cfg, Edge, VarId};

use crate::automaton::Dependencies;

/// Returns whether an edge may change anything.
pub(super) fn may_write_at_all(edge: &Edge) -> bool {
    edge.assigned().is_some() || edge.writes_memory()
}

/// Returns whether an edge may change a value with these dependencies.
pub(super) fn may_write(cfg: &Cfg, edge: &Edge, on: &Dependencies) -> bool {
    let named = |var: VarId| on.vars.binary_search(&var).is_ok();
    if edge.assigned().is_some_and(|var| named(var) || on.memory && cfg.var(var).exposed) {
        return true;
    }
    if let Action::Opaque { vars } = &edge.action
        && vars.iter().any(|var| named(*var))
    {
        return true;
    }
    edge.writes_memory() && (on.memory || on.vars.iter().any(|var| cfg.var(*var).exposed))
}

/// Returns the dependencies of several expressions together.
pub(super) fn depends(cfg: &Cfg, exprs: &[csieve_graph::ExprId]) -> Dependencies {
    use csieve_graph::ExprKind;
    let mut all = Dependencies::default();
    for expr in exprs {
        cfg.exprs.walk(*expr, |_, expr| match expr.kind {
            ExprKind::Var(var) => all.vars.push(var),
            ExprKind::Any(_) => all.unstable = true,
            ExprKind::Load(_) => all.memory = true,
            _ => {}
        });
    }
    all.vars.sort_unstable();
    all.vars.dedup();
    all
}
