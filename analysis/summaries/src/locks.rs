//! The locks that a function takes or releases for its callers, as a wrapper of a locking function does.

use std::cell::OnceCell;

use csieve_graph::{Action, Cfg, EdgeId, ExprId, ExprKind, expr_text};
use csieve_lowering::summary::{Locked, Locking, ParamPath};

use super::{at_returns::at_returns, case::within};

/// The most locks that a function may take and release for its callers.
const MOST: usize = 2;

/// The locks that are taken (`true`) or released since the function was entered, each with the edge that does so, in their
/// order.
type Done = Vec<(ExprId, bool, EdgeId)>;

/// Returns what every run that returns does to locks. Nothing if runs differ in that, or if it is not known which locks
/// these are: what is said here must hold whenever the function is called. `param` returns the position of the parameter
/// whose value at entry an expression is.
pub(crate) fn locks(cfg: &Cfg, param: &dyn Fn(ExprId) -> Option<usize>) -> Vec<Locked> {
    let is_one = |action: &Action| matches!(action, Action::Lock { .. } | Action::Unlock { .. });
    if !cfg.edges.iter().any(|edge| is_one(&edge.action)) {
        return Vec::new();
    }
    let done = at_returns(cfg, |done, id| step(cfg, done, id), is_same).unwrap_or_default();
    let all: Option<Vec<Locked>> = done.into_iter().map(|(_, _, edge)| locked(cfg, edge, param)).collect();
    all.unwrap_or_default()
}

/// Returns what is done after an edge; `None` if it is not known.
fn step(cfg: &Cfg, mut done: Done, id: EdgeId) -> Option<Done> {
    match &cfg.edge(id).action {
        Action::Lock { lock, .. } => change(done, *lock, true, id),
        Action::Unlock { lock, .. } => change(done, *lock, false, id),
        // Callers that do not look at the result take the lock for taken.
        Action::LockFail { .. } => match waiting(cfg, id) {
            Some((lock, takes)) => change(done, lock, true, takes),
            None => Some(done),
        },
        Action::Opaque { .. } => None,
        Action::Call { args, .. } => {
            let given = |arg: &ExprId| cfg.exprs.strip_casts(*arg);
            let is_given = done.iter().any(|(lock, ..)| args.iter().any(|arg| given(arg) == *lock));
            (!is_given).then_some(done)
        }
        action => {
            // A lock whose expression has a variable that changes is another lock afterwards.
            let changed = cfg.edge(id).assigned();
            let is_read = |lock: ExprId| {
                let mut is_read = false;
                cfg.exprs.walk(lock, |_, expr| {
                    is_read |= matches!(expr.kind, ExprKind::Var(var) if Some(var) == changed);
                });
                is_read
            };
            if changed.is_some() && done.iter().any(|(lock, ..)| is_read(*lock)) {
                return None;
            }
            if matches!(action, Action::Misuse { .. }) {
                done.clear();
            }
            Some(done)
        }
    }
}

/// Returns the lock for which a call waits that fails on an edge, and the edge on which it succeeds.
fn waiting(cfg: &Cfg, fails: EdgeId) -> Option<(ExprId, EdgeId)> {
    let mut beside = cfg.successors[cfg.edge(fails).from.index()].iter();
    beside.find_map(|id| match cfg.edge(*id).action {
        Action::Lock { lock, waits: true, .. } => Some((lock, *id)),
        _ => None,
    })
}

/// Returns whether a function may fail to take a lock.
fn may_fail(cfg: &Cfg) -> bool {
    cfg.edges.iter().any(|edge| matches!(edge.action, Action::LockFail { .. }))
}

fn change(mut done: Done, lock: ExprId, takes: bool, by: EdgeId) -> Option<Done> {
    match done.iter().position(|(known, ..)| *known == lock) {
        // What is taken and released again is nothing to callers, and the other way round.
        Some(at) if done[at].1 != takes => drop(done.remove(at)),
        Some(_) => return None,
        None => done.push((lock, takes, by)),
    }
    (done.len() <= MOST).then_some(done)
}

fn is_same(one: &Done, other: &Done) -> bool {
    let plain = |done: &Done| done.iter().map(|(lock, takes, _)| (*lock, *takes)).collect::<Vec<_>>();
    plain(one) == plain(other)
}

/// Returns what an edge does to a lock that callers can name.
fn locked(cfg: &Cfg, edge: EdgeId, param: &dyn Fn(ExprId) -> Option<usize>) -> Option<Locked> {
    let (lock, locking, verb) = match cfg.edge(edge).action {
        Action::Lock { lock, shared, waits, .. } => {
            (lock, Locking::Takes { shared, waits, may_fail: may_fail(cfg) }, "taken")
        }
        Action::Unlock { lock, counted, .. } => (lock, Locking::Releases { counted }, "released"),
        _ => return None,
    };
    let inside = within(cfg, edge, format!("`{}` is {verb}", expr_text(cfg, lock)));
    if let Some(path) = ParamPath::of(cfg, lock, param) {
        return Some(Locked { object: None, path, locking, inside });
    }
    let object = OnceCell::new();
    let path = ParamPath::of(cfg, lock, |expr| match &cfg.expr(expr).kind {
        ExprKind::Address(name) => object.set(name.as_str().into()).ok().map(|()| 0),
        _ => None,
    });
    Some(Locked { path: path?, object: Some(object.into_inner()?), locking, inside })
}
