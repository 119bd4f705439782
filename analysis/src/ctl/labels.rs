//! The Kripke structure of a function: a state for each edge, labelled with what the edge does.

use super::Kripke;
use crate::cfg::{Action, Cfg, ExprId, ExprKind, expr_text};

/// The structure of a graph. State 0 is the start, state `n + 1` is edge `n`; the labels for a pointer `p` are
/// `malloc_p`, `free_p`, `used_p` (its memory is accessed) and `assign_p` (it gets another value).
pub fn of_function(cfg: &Cfg) -> Kripke {
    let after =
        |loc: crate::cfg::Loc| cfg.successors[loc.index()].iter().map(|edge| edge.index() + 1).collect();
    let mut successors: Vec<Vec<usize>> = vec![after(cfg.entry)];
    successors.extend(cfg.edges.iter().map(|edge| after(edge.to)));
    let mut kripke = Kripke::new(successors, 0);
    for edge in cfg.edge_ids() {
        for label in labels(cfg, &cfg.edge(edge).action) {
            kripke.label(edge.index() + 1, label);
        }
    }
    kripke
}

fn labels(cfg: &Cfg, action: &Action) -> Vec<String> {
    let name = |var: &crate::cfg::VarId| cfg.var(*var).name.clone();
    match action {
        Action::Alloc { var, .. } => vec![format!("malloc_{}", name(var)), format!("assign_{}", name(var))],
        Action::AllocFail { var, .. } | Action::Assign { var, .. } => vec![format!("assign_{}", name(var))],
        Action::Free { pointer, .. } => vec![format!("free_{}", pointer_name(cfg, *pointer))],
        Action::Deref { pointer, .. } => vec![format!("used_{}", pointer_name(cfg, *pointer))],
        _ => Vec::new(),
    }
}

fn pointer_name(cfg: &Cfg, pointer: ExprId) -> String {
    let pointer = cfg.exprs.strip_casts(pointer);
    match cfg.expr(pointer).kind {
        ExprKind::Var(var) => cfg.var(var).name.clone(),
        _ => expr_text(cfg, pointer),
    }
}
