//! The common part of the checks of locks. A lock is identified by the expression that points to it. After an
//! assignment to a variable of the expression, the expression may point to another lock.

use csieve_base::hints::{LockHint, may_end_owner};
use csieve_graph::{Action, CallTarget, Edge, EdgeId, ExprId, ExprKind, Loc, cell_text};

use crate::model::{Counterexample, Function, Holder, Holders, Phase, Tracked, ZeroTest, holder, zero_test};

/// Returns the lock that an action takes or releases, or fails to take.
pub(super) fn lock_of(action: &Action) -> Option<ExprId> {
    match action {
        Action::Lock { lock, .. } | Action::LockFail { lock } | Action::Unlock { lock, .. } => Some(*lock),
        _ => None,
    }
}

/// Returns the state that follows the lock of an expression. `None` if the expression may point to another
/// lock each time it is evaluated.
pub(super) fn followed(function: &Function, lock: ExprId, phase: Phase) -> Option<Tracked> {
    let is_stable = !function.dependencies(lock).unstable;
    is_stable.then(|| Tracked::by(Holder::Cell(lock)).in_phase(phase))
}

/// Returns the lock that a state follows. `None` if it is not known which lock that is.
pub(super) fn lock_in(tracked: &Tracked) -> Option<ExprId> {
    match tracked.holders.exact().last() {
        Some(Holder::Cell(lock)) => Some(*lock),
        _ => None,
    }
}

/// Returns the state after an edge, with the variable that holds the result of the call that took the lock,
/// if this edge sets the variable. A result of 0 means that the lock was taken. `None` if the edge assumes
/// that the variable is not 0: then the lock was not taken.
pub(crate) fn with_result(function: &Function, tracked: &Tracked, edge: &Edge) -> Option<Tracked> {
    let [results @ .., lock] = tracked.holders.exact() else { return Some(tracked.clone()) };
    if let Some(ZeroTest::NotZero(value)) = zero_test(function, edge)
        && holder(function, value).is_some_and(|place| results.contains(&place))
    {
        return None;
    }
    let Some(var) = edge.assigned() else { return Some(tracked.clone()) };
    let mut places: Vec<Holder> =
        results.iter().copied().filter(|place| *place != Holder::Var(var)).collect();
    if let Action::LibraryCall { args, range: Some((0, 0)), .. } = &edge.action
        && args.is_empty()
        && results.is_empty()
    {
        places.push(Holder::Var(var));
    }
    places.push(*lock);
    Some(Tracked { phase: tracked.phase, holders: Holders::from_parts(places, Vec::new()) })
}

/// Returns whether a call may take or release the lock. The arguments, and the name of the called function
/// (`hint`), tell so.
pub(crate) fn is_left_to(function: &Function, lock: ExprId, edge: &Edge, hint: LockHint) -> bool {
    let Action::Call { target, args, .. } = &edge.action else { return false };
    let owners = &function.dependencies(lock).vars;
    let given = |arg: &ExprId| function.cfg.exprs.strip_casts(*arg);
    let is_given = args.iter().any(|arg| given(arg) == lock);
    let is_owner = |arg: &ExprId| match function.cfg.expr(given(arg)).kind {
        ExprKind::Var(var) => owners.contains(&var),
        _ => false,
    };
    is_given
        || match target {
            CallTarget::Named(name) => hint.is_in(name) || args.iter().any(is_owner) && may_end_owner(name),
            CallTarget::Pointer(_) => false,
            CallTarget::MaybeMacro(_) => true,
        }
}

/// Returns whether a path from one of the locations takes an edge that satisfies `wanted`, and before it no
/// edge that satisfies `stop`.
pub(crate) fn leads_to(
    function: &Function,
    from: impl IntoIterator<Item = Loc>,
    wanted: impl Fn(EdgeId, &Action) -> bool,
    stop: impl Fn(EdgeId, &Action) -> bool,
) -> bool {
    let mut seen = fixedbitset::FixedBitSet::with_capacity(function.cfg.location_count());
    let mut pending: Vec<Loc> = from.into_iter().collect();
    while let Some(at) = pending.pop() {
        if seen.put(at.index()) {
            continue;
        }
        for &id in &function.cfg.successors[at.index()] {
            let edge = function.cfg.edge(id);
            if wanted(id, &edge.action) {
                return true;
            }
            if !stop(id, &edge.action) {
                pending.push(edge.to);
            }
        }
    }
    false
}

/// Returns whether an edge frees the object that a lock lies in. The lock ends with it.
pub(crate) fn ends_owner(function: &Function, lock: ExprId, edge: &Edge) -> bool {
    let Action::Free { pointer, .. } = edge.action else { return false };
    let pointer = function.cfg.exprs.strip_casts(pointer);
    let mut part = function.cfg.exprs.strip_casts(lock);
    while let ExprKind::Inside { base, .. } = function.cfg.expr(part).kind {
        part = function.cfg.exprs.strip_casts(base);
        if part == pointer {
            return true;
        }
    }
    false
}

/// Returns whether a path from a location takes an edge that satisfies `wanted`, and no branch before it.
fn leads_straight_to(function: &Function, from: Loc, wanted: impl Fn(EdgeId, &Action) -> bool) -> bool {
    leads_to(function, [from], wanted, |_, action| is_branch(action))
}

fn is_branch(action: &Action) -> bool {
    matches!(action, Action::Assume { .. } | Action::AssumeNone { .. })
}

/// Returns whether the edge `taken` takes the lock under the same condition under which the function released
/// it before. Such a function releases the lock of its caller for a while and then takes it again.
pub(super) fn is_taken_back(function: &Function, lock: ExprId, taken: EdgeId) -> bool {
    let branches = || function.cfg.edges.iter().filter(|edge| matches!(edge.action, Action::Assume { .. }));
    branches().filter(|edge| leads_straight_to(function, edge.to, |id, _| id == taken)).any(|guard| {
        branches().filter(|edge| edge.action == guard.action).any(|edge| {
            leads_to(
                function,
                [edge.to],
                |_, action| releases(action, lock),
                |_, action| is_branch(action) || takes(action, lock),
            ) && leads_to(function, [edge.to], |id, _| id == taken, |_, _| false)
        })
    })
}

/// Returns whether an action takes this lock.
pub(super) fn takes(action: &Action, lock: ExprId) -> bool {
    matches!(action, Action::Lock { lock: taken, .. } if *taken == lock)
}

/// Returns whether an action releases this lock.
pub(super) fn releases(action: &Action, lock: ExprId) -> bool {
    matches!(action, Action::Unlock { lock: released, .. } if *released == lock)
}

/// Returns the locations to which the edges that take this lock lead.
pub(super) fn behind_taking(function: &Function, lock: ExprId) -> Vec<Loc> {
    function.cfg.edges.iter().filter(|edge| takes(&edge.action, lock)).map(|edge| edge.to).collect()
}

/// Returns whether the function takes the lock on this edge for itself. Otherwise the function takes the lock
/// back for a caller that held it when the function was called.
pub(super) fn is_taken_for_itself(function: &Function, lock: ExprId, edge: EdgeId) -> bool {
    let first = |wanted: &dyn Fn(EdgeId, &Action) -> bool| {
        leads_to(function, [function.cfg.entry], wanted, |_, action| releases(action, lock))
    };
    let is_this = |id: EdgeId, _: &Action| id == edge;
    let again = || leads_to(function, behind_taking(function, lock), is_this, |_, _| false);
    first(&is_this) || first(&|_, action| takes(action, lock)) && again()
}

/// Returns whether the lock is taken under the condition of a branch, where the condition has the same truth
/// value as on the branch (`same`) or the opposite one: `if (c->shared) lock()`. Callees may change the
/// condition in between, but programs that test it twice rely on an unchanged value. Conditions that no
/// callee can change are left to the refuters.
pub(super) fn is_condition_of(function: &Function, lock: ExprId, edge: &Edge, same: bool) -> bool {
    let Action::Assume { cond, holds } = edge.action else { return false };
    let dependencies = function.dependencies(cond);
    let can_change =
        dependencies.memory || dependencies.vars.iter().any(|var| function.cfg.var(*var).exposed);
    let truth = holds == same;
    can_change
        && function.cfg.edges.iter().any(|other| {
            other.action == Action::Assume { cond, holds: truth }
                && leads_straight_to(function, other.to, |_, action| takes(action, lock))
        })
}

/// Returns the text of the lock of a counterexample: the lock at its last edge, or else the lock that is
/// followed.
pub(super) fn subject(function: &Function, found: &Counterexample) -> String {
    let last = lock_of(&function.cfg.edge(found.misuse()).action);
    let lock = last.or_else(|| found.tracked.as_ref().and_then(lock_in));
    lock.map_or_else(|| "the lock".to_owned(), |lock| cell_text(function.cfg, lock))
}
