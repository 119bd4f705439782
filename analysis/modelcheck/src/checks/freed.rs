//! The common part of use-after-free and double-free: following a pointer whose object is freed, and the
//! copies of the pointer.

use csieve_graph::{
    Action, BinaryOp, CallTarget, Edge, EdgeId, ExprId, ExprKind, Freeing, Type, VarKind, expr_text,
};

use crate::model::{
    Counterexample, Function, Holder, Holders, Mark, Move, Relation, Tracked, ZeroTest, holder,
    strip_pointer_casts, zero_test,
};

/// A misuse of a freed object on an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misuse {
    /// The object is accessed.
    Access,
    /// A pointer to the object is passed to a function.
    Passed,
    /// The object is freed again.
    FreedAgain,
    /// The object is passed to a function that closes it, perhaps again.
    Closed,
}

/// Returns the states in which the property starts at the entry: it follows the value of each parameter that
/// is copied, although nothing is freed yet.
pub(super) fn at_entry(function: &Function) -> Vec<Tracked> {
    if function.releases().is_empty() {
        return Vec::new();
    }
    let params = function.cfg.var_ids().filter(|var| function.cfg.var(*var).kind == VarKind::Param);
    params.filter(|var| function.is_copied(*var)).map(|var| Tracked::by(Holder::Var(var))).collect()
}

/// Starts to follow a pointer: where it gets its value if it is copied somewhere, else where its object is
/// freed.
pub(super) fn start(function: &Function, edge: EdgeId) -> Option<Tracked> {
    if function.releases().is_empty() {
        return None;
    }
    let edge = function.cfg.edge(edge);
    if let Some(pointer) = ended(&edge.action) {
        let freed = holder(function, pointer)?;
        return Some(Tracked { phase: Mark::Freed.into(), holders: Holders::one(freed) });
    }
    let var = edge.assigned().filter(|var| function.is_copied(*var))?;
    (!matches!(edge.action, Action::Declare(_) | Action::AllocFail { .. } | Action::OpenFail { .. }))
        .then(|| Tracked::by(Holder::Var(var)))
}

/// Follows the object along an edge. The error is a misuse of the freed object on this edge.
pub(super) fn step(function: &Function, tracked: &Tracked, edge: EdgeId) -> Result<Move, Misuse> {
    let edge = function.cfg.edge(edge);
    let is_freed = tracked.phase.has(Mark::Freed);
    if is_freed && let Some(misuse) = misuse(function, &tracked.holders, edge) {
        return Err(misuse);
    }
    if says_different(function, &tracked.holders, edge) {
        return Ok(Move::Gone);
    }
    let mut phase = tracked.phase;
    if let Some(ZeroTest::Zero(value)) = zero_test(function, edge)
        && is_freed
        && tracked.holders.relation(function, value) == Some(Relation::Exact)
    {
        // A freed pointer was not NULL, and its copies still are not.
        return Ok(Move::Gone);
    }
    if let Some(pointer) = ended(&edge.action)
        && tracked.holders.relation(function, pointer) == Some(Relation::Exact)
    {
        phase = phase.with(Mark::Freed);
    }
    if !is_freed && is_copied_by(function, tracked, edge) {
        phase = phase.with(Mark::CopiedUnseen);
    }
    let holders = tracked.holders.after(function, edge);
    Ok(if holders.is_empty() { Move::Gone } else { Move::To(Tracked { phase, holders }) })
}

/// Returns whether an edge assumes that two places differ that are known to hold the same value.
fn says_different(function: &Function, holders: &Holders, edge: &Edge) -> bool {
    let Action::Assume { cond, holds } = edge.action else { return false };
    let ExprKind::Binary(op, a, b) = function.cfg.expr(cond).kind else { return false };
    let is_exact = |expr: ExprId| holders.relation(function, expr) == Some(Relation::Exact);
    let different = if holds { BinaryOp::Ne } else { BinaryOp::Eq };
    op == different && is_exact(a) && is_exact(b)
}

/// Returns the pointer whose object no longer exists after an action. `None` if the action ends the life of
/// no object.
fn ended(action: &Action) -> Option<ExprId> {
    match action {
        Action::Free { pointer, freeing: Freeing::Certain, .. } => Some(*pointer),
        Action::Close { handle, resource, .. } if resource.is_pointer => Some(*handle),
        _ => None,
    }
}

fn misuse(function: &Function, holders: &Holders, edge: &Edge) -> Option<Misuse> {
    let held = |expr: ExprId| holders.relation(function, expr);
    match &edge.action {
        Action::Deref { pointer, .. } => held(*pointer).map(|_| Misuse::Access),
        Action::Free { pointer, .. } => held(*pointer).map(|_| Misuse::FreedAgain),
        Action::Close { handle, .. } => held(*handle).map(|_| Misuse::Closed),
        Action::Call { target: CallTarget::Named(_) | CallTarget::Pointer(_), args, .. }
        | Action::LibraryCall { args, .. } => {
            let is_used =
                |arg: &ExprId| held(*arg).is_some() && !is_freed_there(function, holders, edge, *arg);
            args.iter().any(is_used).then_some(Misuse::Passed)
        }
        _ => returned(function, edge).and_then(held).map(|_| Misuse::Passed),
    }
}

/// Returns the pointer that an edge returns to the caller. A parameter does not count: the caller has the same
/// pointer already, and often tells from the result only whether the object was freed.
pub(super) fn returned(function: &Function, edge: &Edge) -> Option<ExprId> {
    let cfg = function.cfg;
    let Action::Return(Some(value)) = edge.action else { return None };
    let is_param = matches!(cfg.expr(cfg.exprs.strip_casts(value)).kind,
        ExprKind::Var(var) if cfg.var(var).kind == VarKind::Param);
    (cfg.returns == Type::Pointer && !is_param).then_some(value)
}

/// Returns whether an edge copies a pointer to a freed object, and an earlier edge copied the pointer before
/// the object was freed. The value of the pointer is indeterminate once the object is gone (C17 6.2.4). A
/// copy that is never read does no harm. A program that makes the same copy also while the object exists
/// relies on the value.
pub(super) fn is_copied_late(function: &Function, tracked: &Tracked, edge: EdgeId) -> bool {
    [Mark::Freed, Mark::CopiedUnseen].into_iter().all(|mark| tracked.phase.has(mark))
        && is_copied_by(function, tracked, function.cfg.edge(edge))
}

fn is_copied_by(function: &Function, tracked: &Tracked, edge: &Edge) -> bool {
    copied(function, edge).is_some_and(|pointer| tracked.holders.relation(function, pointer).is_some())
}

/// Returns the pointer that an edge copies to a variable that this function does not read. `None` for other
/// edges: a copy that is read counts as a misuse only where it is used.
pub(super) fn copied(function: &Function, edge: &Edge) -> Option<ExprId> {
    match edge.action {
        Action::Assign { var, value } if !function.is_looked_at(var) => Some(value),
        _ => None,
    }
}

/// Returns whether a called function frees the object through another argument than `arg`. The order of use
/// and free in the callee is not known.
fn is_freed_there(function: &Function, holders: &Holders, call: &Edge, arg: ExprId) -> bool {
    call.inside.is_some()
        && function.cfg.edges.iter().any(|edge| match edge.action {
            Action::Free { pointer, .. } => {
                edge.span == call.span
                    && edge.inside.is_some()
                    && pointer != arg
                    && holders.relation(function, pointer).is_some()
            }
            _ => false,
        })
}

/// Returns the verb for an edge that ends the life of an object: "closed" or "freed".
pub(super) fn ended_text(function: &Function, edge: EdgeId) -> &'static str {
    match function.cfg.edge(edge).action {
        Action::Close { .. } => "closed",
        _ => "freed",
    }
}

/// Returns the text of the pointer that an edge frees.
pub(super) fn freed_text(function: &Function, edge: EdgeId) -> String {
    match &function.cfg.edge(edge).action {
        Action::Free { pointer, .. } | Action::Close { handle: pointer, .. } => {
            expr_text(function.cfg, strip_pointer_casts(function, *pointer))
        }
        _ => "the object".to_owned(),
    }
}

/// Returns the text of the pointer that is misused at the end of a counterexample.
pub(super) fn used_text(function: &Function, found: &Counterexample) -> String {
    let pointer = match &function.cfg.edge(found.misuse()).action {
        Action::Free { pointer, .. }
        | Action::Deref { pointer, .. }
        | Action::Close { handle: pointer, .. } => Some(*pointer),
        Action::Assign { value, .. } | Action::Return(Some(value)) => Some(*value),
        Action::Call { args, .. } | Action::LibraryCall { args, .. } => {
            let held = found.tracked.as_ref().map(|tracked| &tracked.holders);
            args.iter().copied().find(|arg| held.is_some_and(|held| held.relation(function, *arg).is_some()))
        }
        _ => None,
    };
    pointer.map_or_else(
        || "the object".to_owned(),
        |pointer| expr_text(function.cfg, strip_pointer_casts(function, pointer)),
    )
}
