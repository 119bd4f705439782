//! Whether a function knows more about a text than its length says.

use csieve_graph::{Calls, Cfg, EdgeId, ExprId, ExprKind, Tests, VarId, reaches};

/// Returns whether a function asks otherwise than by the result of a call on an edge whether the text is empty that this call
/// measures: by its first character, by another function of the library, or by a test of what another such call says.
pub(super) fn asks_otherwise(cfg: &Cfg, measured: EdgeId) -> bool {
    let Calls::Library { callee: own, .. } = cfg.edge(measured).effects().calls else { return false };
    let texts = text_arguments(cfg, measured);
    let asks_about_it = |edge: EdgeId| {
        let effects = cfg.edge(edge).effects();
        let Calls::Library { callee, .. } = effects.calls else { return false };
        let Some(result) = effects.assigns.var().filter(|_| !effects.writes.is_any()) else { return false };
        let is_another = callee != own || edge != measured && is_tested(cfg, result);
        is_another && text_arguments(cfg, edge).iter().any(|text| texts.contains(text))
    };
    tests_first_character(cfg) || cfg.edge_ids().any(asks_about_it)
}

/// Returns the objects or pointers that the arguments of a library call lead into.
fn text_arguments(cfg: &Cfg, edge: EdgeId) -> Vec<ExprId> {
    let Calls::Library { args, .. } = cfg.edge(edge).effects().calls else { return Vec::new() };
    args.iter().map(|arg| cfg.exprs.root(*arg)).collect()
}

/// Returns whether a function tests what is at the very place that a pointer leads to: `*text == 0`.
fn tests_first_character(cfg: &Cfg) -> bool {
    let is_first = |address: ExprId| {
        cfg.expr(address).kind.as_inside().is_none()
            || reaches(&cfg.exprs, &cfg.sizes, address, 1)
                .iter()
                .any(|reach| reach.constant == 0 && reach.parts.is_empty())
    };
    let mut found = false;
    for cond in conditions(cfg) {
        cfg.exprs.walk(cond, |_, expr| {
            found |= matches!(expr.kind, ExprKind::Load(address)
                if expr.ty.as_int().is_some_and(|int| int.bits == 8) && is_first(address));
        });
    }
    found
}

/// Returns whether a condition mentions a variable.
fn is_tested(cfg: &Cfg, var: VarId) -> bool {
    conditions(cfg).any(|cond| cfg.exprs.mentions(cond, var))
}

/// Returns the conditions that a function tests.
fn conditions(cfg: &Cfg) -> impl Iterator<Item = ExprId> {
    cfg.edges.iter().filter_map(|edge| match edge.effects().tests {
        Tests::Condition { cond, .. } => Some(cond),
        Tests::Nothing
        | Tests::Misuse { .. }
        | Tests::Pointer { .. }
        | Tests::Handle { .. }
        | Tests::Within { .. }
        | Tests::NoneOf { .. } => None,
    })
}
