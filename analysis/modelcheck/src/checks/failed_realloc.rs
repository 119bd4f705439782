//! Memory that a failed `realloc` leaves allocated while its result replaces the only pointer to it:
//! `b->data = realloc(b->data, n)`. It is part of the check for leaks.

use csieve_graph::{Action, Edge, EdgeId, ExprId, ExprKind, Type, VarKind};

use super::memory_leak::at_return;
use crate::model::{Function, Holder, Holders, Mark, Move, Phase, Tracked, holder};

/// The number of the reason for which the property follows such memory.
const FAILED: u8 = 1;

/// Returns whether the property follows memory that a failed `realloc` left.
pub(super) fn is_followed(tracked: &Tracked) -> bool {
    tracked.phase.reason() == FAILED
}

/// Returns the pointer that a call of `realloc` got, for the edge on which the call fails, if a member, an
/// element or a global variable holds it that only the function itself copies nowhere else.
pub(super) fn old_pointer(function: &Function, edge: EdgeId) -> Option<ExprId> {
    let failed = function.cfg.edge(edge);
    let Action::AllocFail { .. } = failed.action else { return None };
    // Lowering states before the failure that the pointer is not NULL.
    let before = function.cfg.edge(function.first_into(failed.from)?);
    let Action::Learn { value, low: 1, .. } = before.action else { return None };
    if function.cfg.expr(value).ty != Type::Pointer {
        return None;
    }
    let place = holder(function, value)?;
    let is_foreign = match place {
        Holder::Var(var) => function.cfg.var(var).kind == VarKind::Global,
        Holder::Cell(_) => true,
    };
    let is_copy = |edge: &Edge| match edge.action {
        Action::Assign { value, .. } | Action::Store { value, .. } => holder(function, value) == Some(place),
        _ => false,
    };
    (is_foreign && !function.cfg.edges.iter().any(is_copy)).then_some(value)
}

/// Starts to follow the memory of a `realloc` that fails on an edge.
pub(super) fn start(function: &Function, edge: EdgeId) -> Option<Move> {
    let place = holder(function, old_pointer(function, edge)?)?;
    let is_replaced = matches!(place, Holder::Var(var) if function.cfg.edge(edge).assigned() == Some(var));
    let phase = Phase::because(FAILED).with_if(is_replaced, Mark::Replaced);
    Some(Move::To(Tracked::by(place).in_phase(phase)))
}

/// Follows the memory until the function returns. A caller cannot free it once the last pointer to it is
/// replaced.
pub(super) fn step(function: &Function, tracked: &Tracked, edge: &Edge) -> Move {
    let Some(&place) = tracked.holders.exact().first() else { return Move::Gone };
    let is_read = |expr: ExprId| reads(function, place, expr) || is_computed_from(function, place, expr);
    let is_written = match edge.action {
        Action::Store { pointer, .. } => place == Holder::Cell(pointer),
        Action::Assign { var, .. } => place == Holder::Var(var),
        _ => false,
    };
    let is_another = || match place {
        Holder::Var(_) => false,
        Holder::Cell(address) => {
            edge.assigned().is_some_and(|var| function.dependencies(address).vars.contains(&var))
        }
    };
    let is_replaced = tracked.phase.has(Mark::Replaced);
    match edge.action {
        Action::Return(_) if is_replaced => at_return(function, &Holders::default()),
        Action::Return(_) | Action::Free { .. } | Action::Opaque { .. } => Move::Gone,
        Action::Call { .. } if !is_replaced => Move::Gone,
        // A run that uses NULL ends here.
        Action::Deref { pointer, .. } if is_replaced && is_read(pointer) => Move::Gone,
        // What the place gets now may be the old pointer again.
        _ if is_replaced && is_written || is_another() => Move::Gone,
        _ => Move::To(tracked.clone().in_phase(tracked.phase.with_if(is_written, Mark::Replaced))),
    }
}

fn reads(function: &Function, place: Holder, expr: ExprId) -> bool {
    let mut is_read = false;
    function.cfg.exprs.walk(expr, |id, _| is_read |= holder(function, id) == Some(place));
    is_read
}

/// Returns whether a pointer is a variable that only gets values computed from the place, as in
/// `last = b->data + b->size;`.
fn is_computed_from(function: &Function, place: Holder, pointer: ExprId) -> bool {
    let cfg = function.cfg;
    let ExprKind::Var(var) = cfg.expr(cfg.exprs.root(pointer)).kind else { return false };
    let mut written = cfg.edges.iter().filter(|edge| edge.assigned() == Some(var)).peekable();
    let is_computed = |edge: &Edge| match edge.action {
        Action::Declare(_) => true,
        Action::Assign { value, .. } => reads(function, place, value),
        _ => false,
    };
    !cfg.var(var).exposed && written.peek().is_some() && written.all(is_computed)
}
