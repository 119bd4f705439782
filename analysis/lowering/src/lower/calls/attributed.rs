//! Calls of functions that attributes declare to allocate or to free memory: `malloc (f, 1)`.

use super::{Call, is_library_function};
use csieve_graph::{Action, CallTarget};

use crate::lower::{Lowered, Lowering, context::FunctionInfo, convert::Value, place::Lvalue};

impl<'a> Lowering<'a> {
    pub(super) fn attributed_call(&mut self, call: &Call<'a>) -> Lowered<Option<Value>> {
        if self.context.deallocators.contains(call.name) {
            return self.deallocate(call, None, 0).map(Some);
        }
        let declared = self.declared_function(call.name);
        let allocates = |info: &&_| -> bool {
            let info: &FunctionInfo = info;
            !info.attributes.deallocators.is_empty() && info.returns.is_pointer()
        };
        let Some(info) = declared.filter(allocates).cloned() else { return Ok(None) };
        // The attribute counts only if all the functions that it names for freeing the result are defined
        // outside this file. Functions such as `fclose` do not qualify: their resources have checks of their
        // own.
        let known = |name: &String| {
            self.declared_function(name).is_none_or(|function| !function.defined)
                && (self.library.function(name).is_some_and(|entry| entry.frees.is_some())
                    || !is_library_function(name))
        };
        if info.attributes.noreturn || !info.attributes.deallocators.iter().all(known) {
            return Ok(None);
        }
        self.obtain(call, &info).map(Some)
    }

    /// Lowers a call that returns a pointer to a new object or any other value. The result may be NULL unless an attribute
    /// says otherwise.
    fn obtain(&mut self, call: &Call<'a>, function: &FunctionInfo) -> Lowered<Value> {
        let FunctionInfo { returns, attributes, .. } = function;
        let values = self.arguments(call)?;
        self.told_accesses(call, function, &values)?;
        let allocated = self.told_size(call, function, &values);
        let args: Vec<_> = values.into_iter().map(|value| value.expr).collect();
        let place = match self.result_place(call, returns) {
            Some(place) => place,
            None => self.temporary(returns, self.source(call.node).to_owned()),
        };
        let Lvalue::Var { var, .. } = place else { return Ok(self.any(returns)) };
        let callee = call.name.to_owned();
        let target = CallTarget::Named(callee.clone());
        let (start, dead) = (self.here, self.dead);
        self.graph.abstracted(call.span, format!("the result of `{callee}`"));
        let called = Action::Call { target: target.clone(), args: args.clone(), result: None };
        self.step(called, call.span);
        self.step(Action::Alloc { var, callee }, call.span);
        self.note_allocated(self.graph.last_edge(), allocated);
        let mut ends = vec![self.here];
        if !attributes.returns_nonnull {
            self.here = start;
            self.step(Action::Call { target, args, result: Some(var) }, call.span);
            self.note_allocated(self.graph.last_edge(), allocated);
            ends.push(self.here);
        }
        self.merge(&ends, call.span);
        self.dead = dead;
        Ok(self.current(&place))
    }
}
