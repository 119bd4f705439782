//! Library functions that end the run.

use super::Call;
use crate::{
    cfg::Action,
    lower::{Lowered, Lowering, convert::Value, ctype::CType},
};

/// Whether a function of the C library, POSIX or the compiler never returns.
pub(in crate::lower) fn never_returns(name: &str) -> bool {
    matches!(
        name,
        "abort"
            | "exit"
            | "_exit"
            | "_Exit"
            | "quick_exit"
            | "longjmp"
            | "_longjmp"
            | "siglongjmp"
            | "__builtin_longjmp"
            | "__builtin_unreachable"
            | "__builtin_trap"
            | "__builtin_abort"
            | "__builtin_exit"
            | "unreachable"
            | "__assert_fail"
            | "__assert_rtn"
            | "__assert"
            | "_assert"
            | "_wassert"
            | "__assert_func"
            | "__assert_perror_fail"
            | "err"
            | "errx"
            | "verr"
            | "verrx"
            | "pthread_exit"
            | "thrd_exit"
            | "__stack_chk_fail"
            | "__libc_fatal"
    )
}

/// Whether a program may well have a function of its own under the name of one that never returns.
pub(in crate::lower) fn is_common_name(name: &str) -> bool {
    matches!(name, "err" | "errx" | "verr" | "verrx" | "unreachable" | "pthread_exit" | "thrd_exit")
}

impl<'a> Lowering<'a> {
    pub(super) fn ending_call(&mut self, call: &Call<'a>) -> Lowered<Value> {
        let args = self.arguments(call)?.into_iter().map(|value| value.expr).collect();
        let callee = call.name.to_owned();
        self.step(Action::LibraryCall { callee, args, result: None, writes_memory: false }, call.span);
        self.stop();
        Ok(self.any(&CType::VOID))
    }
}
