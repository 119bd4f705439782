//! Lowering of atomic built-ins such as `__sync_fetch_and_add` and `__atomic_load_n`. The proofs take them as
//! functions that may do anything: other threads may access the same object. The machine has one thread.

use super::{Call, library::variable};
use csieve_graph::{Action, CallTarget, IntType};

use crate::lower::{
    Lowered, Lowering,
    convert::Value,
    ctype::{CType, Shape},
};

/// What an atomic built-in returns.
enum Returned {
    Nothing,
    Truth,
    /// A value of the type of the object.
    Object,
}

impl<'a> Lowering<'a> {
    /// Lowers a call of an atomic built-in. Returns `None` for other calls.
    pub(super) fn atomic_call(&mut self, call: &Call<'a>) -> Lowered<Option<Value>> {
        let Some(returned) = returned(call.name) else { return Ok(None) };
        let args = self.arguments(call)?;
        let object = args.first().and_then(|object| object.ty.target()).map(CType::unqualified);
        let object = object.unwrap_or(CType::UNKNOWN);
        let returns = match returned {
            Returned::Nothing => CType::VOID,
            Returned::Truth => CType::int(IntType::BOOL),
            Returned::Object => object.clone(),
        };
        let place = self.result_place(call, &returns);
        let result = variable(place.as_ref());
        if result.is_some() {
            self.graph.abstracted(call.span, format!("the result of `{}`", call.name));
        }
        let (target, args) =
            (CallTarget::Named(call.name.to_owned()), args.into_iter().map(|value| value.expr).collect());
        self.step(Action::Call { target, args, result }, call.span);
        let edge = self.graph.last_edge();
        if matches!(object.shape, Shape::Int(_) | Shape::Pointer(_)) || call.args.is_empty() {
            self.graph.concrete().atomics.insert(edge, object.ty());
        } else if call.name.ends_with("fence") {
            self.graph.concrete().atomics.insert(edge, CType::TRUTH.ty());
        } else if matches!(call.name, "__atomic_test_and_set" | "__atomic_clear") {
            let byte = CType::int(IntType { bits: 8, signed: false });
            self.graph.concrete().atomics.insert(edge, byte.ty());
        }
        Ok(Some(self.result_value(place.as_ref(), &returns)))
    }
}

/// Returns what an atomic built-in returns; `None` for other functions.
fn returned(name: &str) -> Option<Returned> {
    let operation = |text: &str| matches!(text, "add" | "sub" | "and" | "or" | "xor" | "nand");
    if let Some(name) = name.strip_prefix("__sync_") {
        return match name {
            "synchronize" | "lock_release" => Some(Returned::Nothing),
            "bool_compare_and_swap" => Some(Returned::Truth),
            "val_compare_and_swap" | "lock_test_and_set" => Some(Returned::Object),
            _ => {
                let op = name.strip_prefix("fetch_and_").or_else(|| name.strip_suffix("_and_fetch"))?;
                operation(op).then_some(Returned::Object)
            }
        };
    }
    match name.strip_prefix("__atomic_")? {
        "load" | "store" | "store_n" | "exchange" | "clear" | "thread_fence" | "signal_fence" => {
            Some(Returned::Nothing)
        }
        "compare_exchange" | "compare_exchange_n" | "test_and_set" => Some(Returned::Truth),
        "load_n" | "exchange_n" => Some(Returned::Object),
        name => {
            let op = name.strip_prefix("fetch_").or_else(|| name.strip_suffix("_fetch"))?;
            operation(op).then_some(Returned::Object)
        }
    }
}
