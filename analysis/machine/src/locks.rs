//! Locks that the run takes and releases.

use super::{
    inputs::{Host, Source},
    outcome::{Followed, Stop, Subject, unknown},
    state::Machine,
    value::ObjectId,
};
use csieve_base::rule::Rule;
use csieve_graph::{Action, EdgeId, ExprId};

/// The place of a lock in memory: an object and an offset in bytes.
type At = (ObjectId, i128);

/// The knowledge about a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LockState {
    /// The run holds the lock.
    Held {
        /// Whether the lock is held for shared access, which others may have too.
        shared: bool,
    },
    /// The run has released the lock.
    Released,
}

/// The locks of which something is known.
#[derive(Debug, Default)]
pub(crate) struct Locks(Vec<(At, LockState)>);

impl Locks {
    /// Forgets all locks: a function from outside may have taken or released any of them.
    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }

    fn state(&self, at: At) -> Option<LockState> {
        self.0.iter().find(|(lock, _)| *lock == at).map(|(_, state)| *state)
    }

    fn set(&mut self, at: At, state: Option<LockState>) {
        self.0.retain(|(lock, _)| *lock != at);
        self.0.extend(state.map(|state| (at, state)));
    }
}

impl<H: Host> Machine<'_, '_, H> {
    fn lock_at(&mut self, lock: ExprId) -> Followed<At> {
        let Some((object, offset)) = self.value(lock)?.known.as_place() else {
            return unknown("which lock is meant is not known");
        };
        self.accessible(object)?;
        Ok((object, offset))
    }

    /// Returns the edge to take where a lock is taken: the edge for success or the one for failure. `None` if
    /// the edges `open` that leave the current location take no lock.
    pub(crate) fn locking(&mut self, open: &[EdgeId]) -> Followed<Option<EdgeId>> {
        let cfg = self.cfg();
        let find =
            |test: &dyn Fn(&Action) -> bool| open.iter().copied().find(|edge| test(&cfg.edge(*edge).action));
        let (Some(takes), Some(fails)) = (
            find(&|action| matches!(action, Action::Lock { .. })),
            find(&|action| matches!(action, Action::LockFail { .. })),
        ) else {
            return Ok(None);
        };
        let Action::Lock { lock, waits, shared, .. } = cfg.edge(takes).action else { return Ok(None) };
        self.frame_mut().edge = takes;
        let at = self.lock_at(lock)?;
        match self.locks.state(at) {
            Some(LockState::Held { shared: false }) if !waits => return Ok(Some(fails)),
            Some(LockState::Held { shared: held }) if waits && !(held && shared) => return Ok(Some(takes)),
            Some(LockState::Held { .. } | LockState::Released) | None => {}
        }
        // Where a caller does not look at the result, the call is assumed to succeed, as the lowering assumes of its own calls.
        if waits && self.depth() > 0 && self.frame().result.is_none() {
            return Ok(Some(takes));
        }
        let call = self.counts.lockings;
        self.counts.lockings += 1;
        Ok(Some(if self.succeeds(&Source::Locking { call }) { takes } else { fails }))
    }

    /// Takes a lock. To wait for a lock that the run itself holds is a misuse, unless the run takes it for
    /// shared access both times.
    pub(crate) fn lock(&mut self, lock: ExprId, shared: bool, waits: bool) -> Followed<()> {
        let at = self.lock_at(lock)?;
        match self.locks.state(at) {
            Some(LockState::Held { shared: held }) if waits && !(held && shared) => {
                let subject = self.memory.get(at.0).subject();
                Err(Stop::Misuse(Rule::DoubleLock, subject))
            }
            // How often the lock now has to be released is not followed.
            Some(LockState::Held { .. }) => {
                self.locks.set(at, None);
                Ok(())
            }
            Some(LockState::Released) | None => {
                self.locks.set(at, Some(LockState::Held { shared }));
                Ok(())
            }
        }
    }

    /// Releases a lock. A lock of which nothing is known may be held by the caller, so only a second release
    /// is a misuse.
    pub(crate) fn unlock(&mut self, lock: ExprId, counted: bool) -> Followed<()> {
        let at = self.lock_at(lock)?;
        if self.locks.state(at) == Some(LockState::Released) && !counted {
            let subject = self.memory.get(at.0).subject();
            return Err(Stop::Misuse(Rule::UnlockWithoutLock, subject));
        }
        self.locks.set(at, (!counted).then_some(LockState::Released));
        Ok(())
    }

    /// Notes a misuse for each lock that the run still holds when its first function returns, unless that is
    /// `main`.
    pub(crate) fn missing_unlock(&mut self) {
        if self.cfg().function == "main" {
            return;
        }
        let held = self.locks.0.iter().filter(|(_, state)| matches!(state, LockState::Held { .. }));
        let subjects: Vec<Subject> =
            held.map(|((object, _), _)| self.memory.get(*object).subject()).collect();
        for subject in subjects {
            self.note(Rule::MissingUnlock, subject);
        }
    }
}
