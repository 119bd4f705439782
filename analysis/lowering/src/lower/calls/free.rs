//! Lowering of calls that free memory: freeing NULL does nothing, any other pointer must be valid.

use super::Call;
use csieve_base::library::{Effects, Entry};
use csieve_graph::{Action, CallTarget, ExprId, ExprKind, Freeing};

use crate::lower::{Lowered, Lowering, convert::Value, ctype::CType, place::Lvalue};

impl<'a> Lowering<'a> {
    pub(super) fn free_call(&mut self, call: &Call<'a>, entry: &Entry, position: usize) -> Lowered<Value> {
        if entry.effects == Effects::Anything {
            return self.deallocate(call, Some(entry), position);
        }
        let args = self.arguments(call)?;
        self.needed(call, entry, &args);
        self.freed(call, args[position].expr);
        Ok(self.any(&CType::VOID))
    }

    /// Lowers a call that frees the argument at `position` and may also do anything else.
    pub(super) fn deallocate(
        &mut self,
        call: &Call<'a>,
        entry: Option<&Entry>,
        position: usize,
    ) -> Lowered<Value> {
        let values = self.arguments(call)?;
        if let Some(entry) = entry {
            self.needed(call, entry, &values);
        }
        let mut args: Vec<_> = values.into_iter().map(|value| value.expr).collect();
        if position >= args.len() {
            return Ok(self.any(&CType::UNKNOWN));
        }
        let freed = args.remove(position);
        self.freed(call, freed);
        let returns = self.declared_function(call.name).map_or(CType::UNKNOWN, |info| info.returns.clone());
        let place = self.result_place(call, &returns);
        let result = match &place {
            Some(Lvalue::Var { var, .. }) => Some(*var),
            _ => None,
        };
        let target = CallTarget::Named(call.name.to_owned());
        self.step(Action::Call { target, args, result }, call.span);
        Ok(self.result_value(place.as_ref(), &returns))
    }

    fn freed(&mut self, call: &Call<'a>, pointer: ExprId) {
        let pointer = self.graph.exprs_ref().strip_casts(pointer);
        let callee = call.name.to_owned();
        match self.graph.exprs_ref().get(pointer).kind {
            ExprKind::Const(0) => {}
            // A function that stands for `fclose` may close a standard stream, which frees no allocated
            // memory.
            _ if self.is_stream(pointer) => {}
            ExprKind::Address(_) | ExprKind::AddressOf(_) => {
                self.step(Action::Free { pointer, callee, freeing: Freeing::Certain }, call.span);
            }
            _ => {
                let null = self.graph.step(self.here, Action::FreeNull { pointer }, call.span);
                let freed = self.graph.step(
                    self.here,
                    Action::Free { pointer, callee, freeing: Freeing::Certain },
                    call.span,
                );
                self.merge_unless_dead(&[null, freed], call);
            }
        }
    }
}
