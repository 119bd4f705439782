//! Calls that are no calls: assertions, compiler hints, and what cannot be followed at all.

use super::Call;
use crate::lower::{Lowered, Lowering, convert::Value, ctype::CType};

impl<'a> Lowering<'a> {
    pub(super) fn special_call(&mut self, call: &Call<'a>) -> Lowered<Option<Value>> {
        match (call.name, call.args.as_slice()) {
            ("assert", [condition]) => {
                let branches = self.branch(*condition)?;
                self.merge(&branches.holds, call.span);
                Ok(Some(self.any(&CType::VOID)))
            }
            ("static_assert" | "_Static_assert", _) => Ok(Some(self.any(&CType::VOID))),
            (
                "va_start" | "va_end" | "va_copy" | "__builtin_va_start" | "__builtin_va_end"
                | "__builtin_va_copy",
                _,
            ) => Ok(Some(self.any(&CType::VOID))),
            ("va_arg" | "__builtin_va_arg", [_, ty, ..]) => {
                self.graph.abstracted(call.span, "a variable argument");
                // `__builtin_va_arg (ap, T)` is spelt `__builtin_va_arg (ap, sizeof (T))`.
                let ty = self.type_reader().sizeof_operand(*ty);
                Ok(Some(self.any(&ty)))
            }
            ("$goto", [target]) => {
                self.computed_goto(*target, call.span)?;
                Ok(Some(self.any(&CType::VOID)))
            }
            (
                "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "__builtin_setjmp" | "getcontext"
                | "swapcontext",
                _,
            ) => Err(self.skipped(&format!("`{}` may come back a second time", call.name), call.node)),
            _ => Ok(None),
        }
    }
}
