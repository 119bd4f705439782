//! Freeing: a null pointer is left alone, any other must be valid.

use super::Call;
use crate::{
    cfg::{Action, ExprKind},
    lower::{Lowered, Lowering, convert::Value, ctype::CType},
};

impl<'a> Lowering<'a> {
    pub(super) fn free_call(&mut self, call: &Call<'a>) -> Lowered<Option<Value>> {
        let [_] = call.args.as_slice() else { return Ok(None) };
        if !matches!(call.name, "free" | "cfree" | "__builtin_free") {
            return Ok(None);
        }
        let args = self.arguments(call)?;
        let pointer = self.graph.exprs_ref().strip_casts(args[0].expr);
        let callee = call.name.to_owned();
        match self.graph.exprs_ref().get(pointer).kind {
            ExprKind::Const(0) => {}
            ExprKind::Address(_) | ExprKind::AddressOf(_) => {
                self.step(Action::Free { pointer, callee }, call.span);
            }
            _ => {
                let null = self.graph.step(self.here, Action::FreeNull { pointer }, call.span);
                let freed = self.graph.step(self.here, Action::Free { pointer, callee }, call.span);
                let dead = self.dead;
                self.merge(&[null, freed], call.span);
                self.dead = dead;
            }
        }
        Ok(Some(self.any(&CType::VOID)))
    }
}
