//! Whether a function knows more about a text than its length says.

use csieve_graph::{Action, Cfg, EdgeId, ExprId, ExprKind, reaches};

/// Returns whether a function asks otherwise than by its length whether the text is empty that a call on an edge
/// measures: by its first character, or by another function of the library.
pub(super) fn asks_otherwise(cfg: &Cfg, measured: EdgeId) -> bool {
    let Action::LibraryCall { callee: own, .. } = &cfg.edge(measured).action else { return false };
    let texts = text_arguments(cfg, measured);
    let asks_about_it = |edge: EdgeId| {
        let Action::LibraryCall { callee, writes_memory: false, result: Some(_), .. } =
            &cfg.edge(edge).action
        else {
            return false;
        };
        callee != own && text_arguments(cfg, edge).iter().any(|text| texts.contains(text))
    };
    tests_first_character(cfg) || cfg.edge_ids().any(asks_about_it)
}

/// Returns the objects or pointers that the arguments of a library call lead into.
fn text_arguments(cfg: &Cfg, edge: EdgeId) -> Vec<ExprId> {
    match &cfg.edge(edge).action {
        Action::LibraryCall { args, .. } => args.iter().map(|arg| cfg.exprs.root(*arg)).collect(),
        _ => Vec::new(),
    }
}

/// Returns whether a function tests what is at the very place that a pointer leads to: `*text == 0`.
fn tests_first_character(cfg: &Cfg) -> bool {
    let is_first = |address: ExprId| match cfg.expr(address).kind {
        ExprKind::Inside { .. } => reaches(&cfg.exprs, &cfg.sizes, address, 1)
            .iter()
            .any(|reach| reach.constant == 0 && reach.parts.is_empty()),
        _ => true,
    };
    let tests = cfg.edges.iter().filter_map(|edge| match edge.action {
        Action::Assume { cond, .. } => Some(cond),
        _ => None,
    });
    let mut found = false;
    for cond in tests {
        cfg.exprs.walk(cond, |_, expr| {
            found |= matches!(expr.kind, ExprKind::Load(address)
                if expr.ty.as_int().is_some_and(|int| int.bits == 8) && is_first(address));
        });
    }
    found
}
