//! The variables and memory that an edge writes.

use csieve_graph::{Cfg, Edge, VarId};

use crate::automaton::Dependencies;

/// Returns whether an edge may change anything.
pub(super) fn may_write_at_all(edge: &Edge) -> bool {
    edge.assigned().is_some() || edge.writes_memory()
}

/// Returns whether an edge may change a value with these dependencies.
pub(super) fn may_write(cfg: &Cfg, edge: &Edge, on: &Dependencies) -> bool {
    let named = |var: VarId| on.vars.binary_search(&var).is_ok();
    let effects = edge.effects();
    effects.sets().any(named)
        || on.memory && effects.assigns.var().is_some_and(|var| cfg.var(var).exposed)
        || effects.writes.is_any() && (on.memory || on.vars.iter().any(|var| cfg.var(*var).exposed))
}

/// Returns the dependencies of several expressions together.
pub(super) fn depends(cfg: &Cfg, exprs: &[csieve_graph::ExprId]) -> Dependencies {
    use csieve_graph::ExprKind;
    let mut all = Dependencies::default();
    for expr in exprs {
        cfg.exprs.walk(*expr, |_, expr| {
            all.vars.extend(expr.kind.as_var());
            all.unstable |= matches!(expr.kind, ExprKind::Any(_));
            all.memory |= expr.kind.as_load().is_some();
        });
    }
    all.vars.sort_unstable();
    all.vars.dedup();
    all
}
