//! What the checks of locks have in common. A lock is known by the expression that points to it; where a variable in
//! that is assigned, another lock may be meant.

use crate::{
    cfg::{Action, CallTarget, Edge, EdgeId, ExprId, ExprKind, Loc, cell_text},
    model::{Counterexample, Function, Holder, Tracked},
};

/// The lock that an action takes or releases, or fails to take.
pub fn lock_of(action: &Action) -> Option<ExprId> {
    match action {
        Action::Lock { lock, .. } | Action::LockFail { lock } | Action::Unlock { lock, .. } => Some(*lock),
        _ => None,
    }
}

/// The state that follows one lock; none if the expression means another lock every time.
pub fn followed(function: &Function, lock: ExprId, phase: u8) -> Option<Tracked> {
    let is_stable = !function.dependencies(lock).unstable;
    is_stable.then(|| Tracked::by(Holder::Cell(lock)).in_phase(phase))
}

/// The lock that is followed.
pub fn lock_in(tracked: &Tracked) -> Option<ExprId> {
    match tracked.holders.exact() {
        [Holder::Cell(lock)] => Some(*lock),
        _ => None,
    }
}

/// Whether the expression may mean another lock after an edge.
pub fn is_changed(function: &Function, lock: ExprId, edge: &Edge) -> bool {
    let vars = &function.dependencies(lock).vars;
    match &edge.action {
        Action::Opaque { .. } => true,
        Action::Store { pointer, .. } => {
            let mut is_read = false;
            function.cfg.exprs.walk(lock, |_, expr| is_read |= expr.kind == ExprKind::Load(*pointer));
            is_read
        }
        _ => edge.assigned().is_some_and(|var| vars.contains(&var)),
    }
}

/// Whether a call may take or release the lock, judged by what it is given and by its name.
pub fn is_left_to(function: &Function, lock: ExprId, edge: &Edge, words: &[&str]) -> bool {
    let Action::Call { target, args, .. } = &edge.action else { return false };
    let is_given = args.iter().any(|arg| function.cfg.exprs.strip_casts(*arg) == lock);
    is_given
        || match target {
            CallTarget::Named(name) => {
                let name = name.to_ascii_lowercase();
                words.iter().any(|word| name.contains(word))
            }
            CallTarget::Pointer(_) => false,
            CallTarget::MaybeMacro(_) => true,
        }
}

/// Words in the names of functions that release a lock.
pub const RELEASING: &[&str] = &["unlock", "release", "leave", "wait"];

/// Words in the names of functions that take one.
pub const TAKING: &[&str] = &["lock", "acquire", "enter", "wait"];

/// Whether some edge satisfies `wanted` on a way from a location that passes no edge that satisfies `stop` before.
pub fn leads_to(
    function: &Function,
    from: impl IntoIterator<Item = Loc>,
    wanted: impl Fn(EdgeId, &Action) -> bool,
    stop: impl Fn(&Action) -> bool,
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
            if !stop(&edge.action) {
                pending.push(edge.to);
            }
        }
    }
    false
}

/// Whether an action takes this lock.
pub fn takes(action: &Action, lock: ExprId) -> bool {
    matches!(action, Action::Lock { lock: taken, .. } if *taken == lock)
}

/// Whether an action releases this lock.
pub fn releases(action: &Action, lock: ExprId) -> bool {
    matches!(action, Action::Unlock { lock: released, .. } if *released == lock)
}

/// The edges of the graph behind which this lock is held.
pub fn behind_taking(function: &Function, lock: ExprId) -> Vec<Loc> {
    function.cfg.edges.iter().filter(|edge| takes(&edge.action, lock)).map(|edge| edge.to).collect()
}

/// Whether the function takes the lock itself, rather than giving it back to a caller who holds it.
pub fn is_taken_first(function: &Function, lock: ExprId) -> bool {
    leads_to(function, [function.cfg.entry], |_, action| takes(action, lock), |action| releases(action, lock))
}

/// The lock that a counterexample ends with, as written.
pub fn subject(function: &Function, found: &Counterexample) -> String {
    let last = lock_of(&function.cfg.edge(found.misuse()).action);
    let lock = last.or_else(|| found.tracked.as_ref().and_then(lock_in));
    lock.map_or_else(|| "the lock".to_owned(), |lock| cell_text(function.cfg, lock))
}
