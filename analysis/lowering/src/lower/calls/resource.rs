//! Lowering of calls that open and close resources. Opening has one path for success and one for failure.

use std::sync::Arc;

use super::{Call, Wanted, library::variable};
use csieve_base::library::{Entry, Resource};
use csieve_graph::{Action, CallTarget, ExprId, ExprKind, MisuseKind};

use crate::lower::{Lowered, Lowering, convert::Value, ctype::CType, place::Lvalue};

impl<'a> Lowering<'a> {
    pub(super) fn open_call(
        &mut self,
        call: &Call<'a>,
        entry: &Entry,
        resource: &Arc<Resource>,
    ) -> Lowered<Value> {
        let args = self.arguments(call)?;
        self.needed(call, entry, &args);
        if args.iter().any(|arg| self.is_kept_for(arg.expr, resource)) {
            return Ok(self.plain_call(call, entry, &args));
        }
        let place = self.handle_place(call, entry, resource);
        let Lvalue::Var { var, .. } = place else { return Ok(self.unknown_value()) };
        let exprs: Vec<_> = args.iter().map(|value| value.expr).collect();
        let taken: Vec<_> = entry.takes.iter().map(|position| exprs[*position]).collect();
        self.effect(call, entry, exprs, None, None);
        let (callee, opened) = (call.name.to_owned(), Arc::clone(resource));
        let failed = Action::OpenFail { var, callee: callee.clone(), resource: Arc::clone(resource) };
        let failure = self.graph.step(self.here, failed, call.span);
        let mut success = self.here;
        if !taken.is_empty() {
            let target = CallTarget::Named(callee.clone());
            let handed_over = Action::Call { target, args: taken, result: None };
            success = self.graph.step(success, handed_over, call.span);
        }
        let opened = Action::Open { var, callee, resource: opened };
        success = self.graph.step(success, opened, call.span);
        self.merge_unless_dead(&[success, failure], call);
        Ok(self.current(&place))
    }

    /// Returns whether an argument shows that the program means to leave the opened resource open.
    fn is_kept_for(&self, argument: ExprId, resource: &Resource) -> bool {
        let argument = self.graph.exprs_ref().strip_casts(argument);
        match &self.graph.exprs_ref().get(argument).kind {
            ExprKind::Address(name) => {
                let text = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
                text.is_some_and(|text| resource.kept_for.iter().any(|kept| kept == text))
            }
            _ => false,
        }
    }

    /// Returns the variable that receives the handle of an opened resource.
    fn handle_place(&mut self, call: &Call<'a>, entry: &Entry, resource: &Resource) -> Lvalue {
        let holds = |ty: &CType| match ty.as_int() {
            Some(int) => !resource.is_pointer && int.signed && int.bits >= 32,
            None => resource.is_pointer && ty.is_pointer(),
        };
        let ty = self.result_type(call, entry);
        match &call.wanted {
            Wanted::Into(var, into) if holds(into) => Lvalue::Var { var: *var, ty: into.clone() },
            _ if holds(&ty) => self.temporary(&ty, self.source(call.node).to_owned()),
            _ => {
                let ty = if resource.is_pointer { CType::VOID.pointer() } else { self.int() };
                self.temporary(&ty, self.source(call.node).to_owned())
            }
        }
    }

    pub(super) fn close_call(
        &mut self,
        call: &Call<'a>,
        entry: &Entry,
        resource: &Arc<Resource>,
        position: usize,
    ) -> Lowered<Value> {
        let args = self.arguments(call)?;
        self.needed(call, entry, &args);
        let mut rest: Vec<_> = args.iter().map(|value| value.expr).collect();
        let handle = self.graph.exprs_ref().strip_casts(rest.remove(position));
        if !self.is_handle(handle, resource) {
            return Ok(self.plain_call(call, entry, &args));
        }
        let ty = self.result_type(call, entry);
        let place = self.result_place(call, &ty);
        let result = variable(place.as_ref());
        let is_null = Action::Misuse { kind: MisuseKind::NullDereference, operand: handle };
        let is_unknown = matches!(self.graph.exprs_ref().get(handle).kind, ExprKind::Any(_));
        if resource.is_pointer && !is_unknown {
            self.dead_end(is_null, call.span);
        }
        let callee = call.name.to_owned();
        let closed = Action::Close { handle, callee, resource: Arc::clone(resource) };
        if resource.is_pointer {
            self.step(closed, call.span);
            self.effect(call, entry, rest, result, entry.result);
            return Ok(self.result_value(place.as_ref(), &ty));
        }
        // Closing a descriptor may fail, and then it is unknown whether the descriptor is still open.
        let tells = entry.result == Some((-1, 0));
        let (start, dead) = (self.here, self.dead);
        let mut ends = Vec::new();
        for (action, value) in [(closed, 0), (Action::CloseFail { handle }, -1)] {
            (self.here, self.dead) = (start, dead);
            self.step(action, call.span);
            let range = if tells { Some((value, value)) } else { entry.result };
            self.effect(call, entry, rest.clone(), result, range);
            ends.push(self.here);
        }
        self.merge_unless_dead(&ends, call);
        Ok(self.result_value(place.as_ref(), &ty))
    }

    /// Returns whether an expression may be a handle of a resource that the program opened. Standard streams
    /// are no such handles.
    fn is_handle(&self, handle: ExprId, resource: &Resource) -> bool {
        match self.graph.exprs_ref().get(handle).kind {
            ExprKind::Const(value) => resource.is_pointer && value == 0,
            ExprKind::Address(_) | ExprKind::AddressOf(_) => false,
            ExprKind::Var(var) => !self.library.is_standard_stream(&self.graph.var_info(var).name),
            _ => true,
        }
    }
}
