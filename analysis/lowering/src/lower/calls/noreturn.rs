//! Lowering of calls of library functions that never return.

use super::Call;
use csieve_base::library::Entry;

use crate::lower::{Lowered, Lowering, convert::Value, ctype::CType};

impl<'a> Lowering<'a> {
    pub(super) fn ending_call(&mut self, call: &Call<'a>, entry: &Entry) -> Lowered<Value> {
        let args = self.arguments(call)?;
        self.needed(call, entry, &args);
        let args = args.into_iter().map(|value| value.expr).collect();
        self.effect(call, entry, args, None, None);
        self.stop();
        Ok(self.any(&CType::VOID))
    }
}
