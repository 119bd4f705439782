//! Calls that are no calls: assertions, compiler hints, and what cannot be followed at all.

use super::Call;
use crate::lower::{Lowered, Lowering, convert::Value, ctype::CType, usage::identifiers};

impl<'a> Lowering<'a> {
    pub(super) fn special_call(&mut self, call: &Call<'a>) -> Lowered<Option<Value>> {
        match (call.name, call.args.as_slice()) {
            (
                "__builtin_expect" | "__builtin_expect_with_probability" | "__builtin_assume_aligned",
                [value, ..],
            ) => self.value(*value).map(Some),
            ("assert", [condition]) => {
                let branches = self.branch(*condition)?;
                self.merge(&branches.holds, call.span);
                Ok(Some(self.any(&CType::VOID)))
            }
            ("static_assert" | "_Static_assert", _) => Ok(Some(self.any(&CType::VOID))),
            ("__builtin_constant_p" | "__builtin_types_compatible_p" | "__builtin_object_size", _) => {
                Ok(Some(self.any(&CType::INT)))
            }
            ("__builtin_choose_expr", _) => {
                let names = identifiers(call.node, self.text);
                self.opaque(&names, call.span);
                Ok(Some(self.any(&CType::UNKNOWN)))
            }
            (
                "va_start" | "va_end" | "va_copy" | "__builtin_va_start" | "__builtin_va_end"
                | "__builtin_va_copy",
                _,
            ) => Ok(Some(self.any(&CType::VOID))),
            ("va_arg" | "__builtin_va_arg", _) => {
                self.graph.abstracted(call.span, "a variable argument");
                Ok(Some(self.any(&CType::UNKNOWN)))
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
