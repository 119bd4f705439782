//! Pointers that a caller passes and that are not NULL.

use csieve_graph::{Action, BinaryOp, Cfg, EdgeId, ExprId, ExprKind, Type, UnaryOp, VarId};

/// What keeps a pointer from being NULL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pointer {
    /// It is the address of an object or a function, or leads into such an object.
    Address,
    /// The caller would be wrong if it was NULL: it leads to a member of what another pointer leads to, or the
    /// caller accessed it or asked for NULL before.
    Valid,
}

/// Returns why a pointer that the caller evaluates on an edge is not NULL, if it is not.
pub(super) fn pointer(caller: &Cfg, edge: EdgeId, mut value: ExprId) -> Option<Pointer> {
    let mut is_member = false;
    loop {
        let expr = caller.expr(value);
        if expr.ty != Type::Pointer {
            return None;
        }
        match &expr.kind {
            ExprKind::Address(_) | ExprKind::AddressOf(_) => return Some(Pointer::Address),
            ExprKind::Inside { base, index, .. } => {
                is_member |= index.is_none();
                value = *base;
            }
            ExprKind::Cast(inner) | ExprKind::Seen(inner, _) => value = *inner,
            ExprKind::Var(var) => {
                return (is_member || is_asked_before(caller, edge, *var)).then_some(Pointer::Valid);
            }
            _ => return is_member.then_some(Pointer::Valid),
        }
    }
}

/// Returns whether every way to an edge asks whether a variable is NULL, and goes on where it is not, or accesses
/// what it points to, behind the last place that gives the variable a value.
fn is_asked_before(cfg: &Cfg, edge: EdgeId, var: VarId) -> bool {
    if cfg.var(var).exposed {
        return false;
    }
    let is_open = |id: EdgeId| !excludes_null(cfg, &cfg.edge(id).action, var);
    let is_set = |id: &EdgeId| {
        let edge = cfg.edge(*id);
        let is_opaque = matches!(&edge.action, Action::Opaque { vars } if vars.contains(&var));
        (is_opaque || edge.assigned() == Some(var)) && is_open(*id)
    };
    let set = cfg.edge_ids().filter(is_set).map(|id| cfg.edge(id).to);
    let goal = cfg.edge(edge).from;
    std::iter::once(cfg.entry)
        .chain(set)
        .all(|start| !cfg.reached_along(start, is_open).contains(goal.index()))
}

/// Returns whether a variable is not NULL behind an action.
fn excludes_null(cfg: &Cfg, action: &Action, var: VarId) -> bool {
    let is_it = |expr: ExprId| cfg.expr(cfg.exprs.strip_casts(expr)).kind == ExprKind::Var(var);
    match action {
        Action::Alloc { var: set, .. } => *set == var,
        Action::Assign { var: set, value } => {
            *set == var && {
                let root = cfg.exprs.root(*value);
                matches!(cfg.expr(root).kind, ExprKind::Address(_) | ExprKind::AddressOf(_))
            }
        }
        Action::Deref { pointer, .. } => is_it(cfg.exprs.root(*pointer)),
        Action::Assume { cond, holds } => {
            let (mut cond, mut holds) = (*cond, *holds);
            while let ExprKind::Unary(UnaryOp::Not, inner) = cfg.expr(cond).kind {
                (cond, holds) = (inner, !holds);
            }
            match cfg.expr(cond).kind {
                ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right) => {
                    let is_null = |expr: ExprId| cfg.exprs.as_constant(expr) == Some(0);
                    let asks = is_it(left) && is_null(right) || is_it(right) && is_null(left);
                    asks && holds == (op == BinaryOp::Ne)
                }
                _ => holds && is_it(cond),
            }
        }
        _ => false,
    }
}
