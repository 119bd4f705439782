//! Releases that this build switches off: `if (CLEAN_UP) free(p);` with a constant that is 0. Such a program
//! relies on the system to take back all memory when the program ends.

use csieve_graph::{Action, Cfg, ExprKind, VarId};

/// Returns the variables whose object is freed or closed in unreachable code only, ascending.
pub(super) fn released_nowhere(cfg: &Cfg) -> Vec<VarId> {
    let releases = || {
        cfg.edges.iter().filter_map(|edge| {
            let (Action::Free { pointer: released, .. } | Action::Close { handle: released, .. }) =
                edge.action
            else {
                return None;
            };
            match cfg.expr(cfg.exprs.strip_casts(released)).kind {
                ExprKind::Var(var) => Some((edge.from, var)),
                _ => None,
            }
        })
    };
    if releases().next().is_none() {
        return Vec::new();
    }
    let reached = cfg.reached_from(cfg.entry);
    let mut vars: Vec<VarId> =
        releases().filter(|(from, _)| !reached.contains(from.index())).map(|(_, var)| var).collect();
    vars.sort_unstable();
    vars.dedup();
    vars
}
