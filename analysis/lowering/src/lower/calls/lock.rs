//! Lowering of calls that take and release locks. Taking a lock can fail only where the program can notice
//! the failure.

use super::{Call, library::variable};
use csieve_base::library::{Entry, Locking};
use csieve_graph::{Action, ExprId, ExprKind, Type, VarId};

use crate::lower::{Lowered, Lowering, convert::Value, types::Meaning};

/// The value that a locking function returns when it has taken the lock.
enum Success {
    Is(i128),
    NotZero,
    Unknown,
}

impl<'a> Lowering<'a> {
    pub(super) fn lock_call(&mut self, call: &Call<'a>, entry: &Entry, locking: &Locking) -> Lowered<Value> {
        let args = self.arguments(call)?;
        self.needed(call, entry, &args);
        let lock = self.lock(&args, locking);
        let ty = self.result_type(call, entry);
        let place = self.result_place(call, &ty);
        let result = variable(place.as_ref());
        self.effect(call, entry, args.iter().map(|value| value.expr).collect(), None, None);
        let callee = call.name.to_owned();
        let is_recursive = locking.may_be_recursive && self.context.recursive_locks;
        let (shared, waits) = (locking.shared, !locking.r#try && !is_recursive);
        let taken = Action::Lock { lock, callee, shared, waits };
        let (start, dead) = (self.here, self.dead);
        self.step(taken, call.span);
        self.told(call, entry, locking, result, true);
        let mut ends = vec![self.here];
        // A call that waits for the lock, and whose result is not used, is assumed to succeed.
        if locking.r#try || result.is_some() {
            (self.here, self.dead) = (start, dead);
            self.step(Action::LockFail { lock }, call.span);
            self.told(call, entry, locking, result, false);
            ends.push(self.here);
        }
        self.merge_unless_dead(&ends, call);
        Ok(self.result_value(place.as_ref(), &ty))
    }

    pub(super) fn unlock_call(
        &mut self,
        call: &Call<'a>,
        entry: &Entry,
        locking: &Locking,
    ) -> Lowered<Value> {
        let args = self.arguments(call)?;
        self.needed(call, entry, &args);
        let lock = self.lock(&args, locking);
        let value = self.plain_call(call, entry, &args);
        let counted = locking.shared || locking.may_be_recursive && self.context.recursive_locks;
        self.step(Action::Unlock { lock, callee: call.name.to_owned(), counted }, call.span);
        Ok(value)
    }

    /// Returns a pointer to the lock that a call takes or releases, as an expression.
    fn lock(&mut self, args: &[Value], locking: &Locking) -> ExprId {
        match locking.argument {
            Some(position) => self.graph.exprs_ref().strip_casts(args[position].expr),
            None => {
                let name = locking.name.clone().unwrap_or_else(|| "the lock".to_owned());
                self.graph.exprs().add(ExprKind::Address(name), Type::Pointer)
            }
        }
    }

    /// Restricts the result of a locking call to the values that mean success, or to those that mean failure.
    fn told(
        &mut self,
        call: &Call<'a>,
        entry: &Entry,
        locking: &Locking,
        result: Option<VarId>,
        success: bool,
    ) {
        let Some(var) = result else { return };
        let known = self.success(locking);
        let range = match (&known, success) {
            (Success::Is(value), true) => Some((*value, *value)),
            (Success::Is(0), false) => {
                entry.result.filter(|result| result.0 == 0).map(|result| (1, result.1))
            }
            (Success::NotZero, false) => Some((0, 0)),
            _ => None,
        };
        self.result_in(call, result, range);
        let ((Success::Is(0), false) | (Success::NotZero, true)) = (&known, success) else { return };
        let ty = self.graph.var_info(var).ty;
        if ty.as_int().is_some() && range.is_none() {
            let cond = self.graph.exprs().var(var, ty);
            self.step(Action::Assume { cond, holds: true }, call.span);
        }
    }

    fn success(&self, locking: &Locking) -> Success {
        match locking.success.as_deref() {
            None => Success::Is(0),
            Some("nonzero") => Success::NotZero,
            Some(name) => match self.meaning(name) {
                Some(Meaning::Constant(Some(constant))) => Success::Is(constant.value),
                _ => Success::Unknown,
            },
        }
    }
}
