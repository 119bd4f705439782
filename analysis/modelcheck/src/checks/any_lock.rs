//! The any-reason properties of locks: two expressions may point to one lock, and a callee may take or
//! release a lock. Locks that callers held before they called the function are not considered.

use csieve_graph::{Action, EdgeId};

use crate::model::{Function, Holder, Holders, Move, Phase, Property, Tracked, may_change};

use super::{
    Rule,
    locks::{followed, lock_in},
};

/// The any-reason property of double-lock: a lock is taken while some lock may be held.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyTaken;

impl Property for AnyTaken {
    fn rule(&self) -> Rule {
        Rule::DoubleLock
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        match function.cfg.edge(edge).action {
            Action::Lock { lock, .. } => {
                Some(Move::To(followed(function, lock, Phase::default()).unwrap_or_else(unknown)))
            }
            Action::Call { .. } | Action::Opaque { .. } => Some(Move::To(unknown())),
            _ => None,
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let Some(next) = held_after(function, tracked, edge) else { return Move::Gone };
        match function.cfg.edge(edge).action {
            Action::Lock { waits: true, .. } => Move::Perhaps(next),
            _ => Move::To(next),
        }
    }
}

/// The any-reason property of missing-unlock: the function returns and may still hold a lock that it took.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyKept;

impl Property for AnyKept {
    fn rule(&self) -> Rule {
        Rule::MissingUnlock
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        match function.cfg.edge(edge).action {
            Action::Lock { lock, .. } => {
                Some(Move::To(followed(function, lock, Phase::default()).unwrap_or_else(unknown)))
            }
            _ => None,
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        match function.cfg.edge(edge).action {
            Action::Return(_) => Move::Misuse { definite: false },
            _ => held_after(function, tracked, edge).map_or(Move::Gone, Move::To),
        }
    }
}

/// Returns the state in which it is not known which lock is held.
fn unknown() -> Tracked {
    Tracked { phase: Phase::default(), holders: Holders::default() }
}

/// Returns the state of a held lock after an edge. `None` if the edge releases the lock for certain.
fn held_after(function: &Function, tracked: &Tracked, edge: EdgeId) -> Option<Tracked> {
    let edge = function.cfg.edge(edge);
    let Some(held) = lock_in(tracked) else { return Some(tracked.clone()) };
    match edge.action {
        Action::Unlock { lock, counted, .. } if lock == held => counted.then(|| tracked.clone()),
        _ if may_change(function, held, edge) => Some(unknown()),
        _ => Some(tracked.clone()),
    }
}

/// The any-reason property of unlock-without-lock: a lock is released although it is not known to be held.
/// The state has the locks that are known to be held.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyReleased;

impl Property for AnyReleased {
    fn rule(&self) -> Rule {
        Rule::UnlockWithoutLock
    }

    fn at_entry(&self, _function: &Function) -> Vec<Tracked> {
        vec![unknown()]
    }

    fn start(&self, _function: &Function, _edge: EdgeId) -> Option<Move> {
        None
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        let mut held = tracked.holders.exact().to_vec();
        held.retain(|place| match place {
            Holder::Cell(lock) => !may_change(function, *lock, edge),
            Holder::Var(_) => false,
        });
        let state =
            |held| Tracked { phase: Phase::default(), holders: Holders::from_parts(held, Vec::new()) };
        match edge.action {
            Action::Lock { lock, .. } => {
                let place = Holder::Cell(lock);
                if let Err(at) = held.binary_search(&place)
                    && !function.dependencies(lock).unstable
                {
                    held.insert(at, place);
                }
                Move::To(state(held))
            }
            Action::Unlock { lock, .. } => match held.binary_search(&Holder::Cell(lock)) {
                Ok(at) => {
                    held.remove(at);
                    Move::To(state(held))
                }
                Err(_) => Move::Perhaps(unknown()),
            },
            Action::Call { .. } | Action::Opaque { .. } => Move::To(unknown()),
            _ => Move::To(state(held)),
        }
    }
}
