//! Variables that count the rounds of a loop. Such a variable is 0 only if the loop has no round, and
//! programmers often know that the loop has at least one.

use csieve_graph::{Action, BinaryOp, Cfg, EdgeId, ExprKind, Loc, VarId};

/// Returns whether every addition to a variable that can reach the locations `outside` is made in every round
/// of a loop that contains none of them.
pub fn counts_rounds(cfg: &Cfg, var: VarId, outside: &[Loc]) -> bool {
    let before = cfg.leading_to(outside.iter().copied(), |_| true);
    let is_before = |id: &EdgeId| before.contains(cfg.edge(*id).to.index());
    let mut added = cfg.edge_ids().filter(|id| adds(cfg, *id, var) && is_before(id)).peekable();
    added.peek().is_some() && added.all(|id| is_in_every_round(cfg, id, outside))
}

/// Returns whether an edge is an assignment `v = v + x` to this variable.
fn adds(cfg: &Cfg, id: EdgeId, var: VarId) -> bool {
    let plain = |expr| &cfg.expr(cfg.exprs.strip_casts(expr)).kind;
    match cfg.edge(id).action {
        Action::Assign { var: assigned, value } if assigned == var => {
            matches!(plain(value), ExprKind::Binary(BinaryOp::Add, a, _) if *plain(*a) == ExprKind::Var(var))
        }
        _ => false,
    }
}

/// Returns whether an edge is part of every round of a loop that contains none of the locations `outside`.
fn is_in_every_round(cfg: &Cfg, id: EdgeId, outside: &[Loc]) -> bool {
    let (start, end) = (cfg.edge(id).to, cfg.edge(id).from);
    let body = cfg.reached_from(start);
    let mut body_to_end = cfg.leading_to([end], |_| true);
    body_to_end.intersect_with(&body);
    if !body_to_end.contains(end.index()) || outside.iter().any(|loc| body_to_end.contains(loc.index())) {
        return false;
    }
    // The edge is in every round if the loop without the edge has no cycle, that is, a topological order.
    let next = |loc: usize| {
        let edges = cfg.successors[loc].iter().filter(|edge| **edge != id);
        edges
            .map(|edge| cfg.edge(*edge).to.index())
            .filter(|to| body_to_end.contains(*to))
            .collect::<Vec<_>>()
    };
    let mut entering = vec![0usize; cfg.location_count()];
    for to in body_to_end.ones().flat_map(next) {
        entering[to] += 1;
    }
    let mut ready: Vec<usize> = body_to_end.ones().filter(|loc| entering[*loc] == 0).collect();
    let mut ordered = 0;
    while let Some(loc) = ready.pop() {
        ordered += 1;
        for to in next(loc) {
            entering[to] -= 1;
            if entering[to] == 0 {
                ready.push(to);
            }
        }
    }
    ordered == body_to_end.count_ones(..)
}
