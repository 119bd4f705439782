//! Library functions that end the run.

use super::Call;
use crate::{
    cfg::Action,
    lower::{Lowered, Lowering, convert::Value, ctype::CType},
};

impl<'a> Lowering<'a> {
    pub(super) fn ending_call(&mut self, call: &Call<'a>) -> Lowered<Value> {
        let args = self.arguments(call)?.into_iter().map(|value| value.expr).collect();
        let callee = call.name.to_owned();
        let called = Action::LibraryCall { callee, args, result: None, range: None, writes_memory: false };
        self.step(called, call.span);
        self.stop();
        Ok(self.any(&CType::VOID))
    }
}
