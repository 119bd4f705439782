//! Atomic built-ins. A run has one thread, so that they are plain accesses.

use super::{
    call::Argument,
    inputs::Host,
    outcome::{Followed, unknown},
    state::Machine,
    value::{Known, Value},
};
use csieve_graph::{BinaryOp, Type, VarId};

impl<H: Host> Machine<'_, '_, H> {
    /// Performs a call of an atomic built-in on an object of the type `ty`.
    pub(crate) fn atomic(
        &mut self,
        name: &str,
        ty: Type,
        args: &[Argument<H::Shadow>],
        result: Option<VarId>,
    ) -> Followed<()> {
        let name = name.trim_start_matches("__sync_").trim_start_matches("__atomic_");
        let returned = match (name, args) {
            ("synchronize" | "thread_fence" | "signal_fence", _) => None,
            (_, [(place, _), rest @ ..]) => self.on_atomic(name, place.known, ty, rest)?,
            _ => return unknown("an atomic access is not understood"),
        };
        if let (Some(var), Some((value, from))) = (result, returned) {
            let value = self.fitting(value, from, self.cfg().var(var).ty);
            self.may_hide(value.known, self.cfg().var(var).ty);
            self.set(var, value);
        }
        Ok(())
    }

    /// Accesses the object at a place. Returns what the built-in returns, with its type.
    fn on_atomic(
        &mut self,
        name: &str,
        place: Known,
        ty: Type,
        rest: &[Argument<H::Shadow>],
    ) -> Followed<Option<Argument<H::Shadow>>> {
        match (name, rest) {
            ("load_n", _) => return Ok(Some((self.load(place, ty)?, ty))),
            ("load", [(to, _), ..]) => {
                let value = self.load(place, ty)?;
                self.store(to.known, value, ty)?;
            }
            ("store_n", [(value, from), ..]) => {
                let value = self.fitting(*value, *from, ty);
                self.store(place, value, ty)?;
            }
            ("store", [(from, _), ..]) => {
                let value = self.load(from.known, ty)?;
                self.store(place, value, ty)?;
            }
            ("lock_release" | "clear", _) => self.store(place, Value::number(0), ty)?,
            ("test_and_set", _) => {
                let old = self.load(place, ty)?;
                self.store(place, Value::number(1), ty)?;
                return Ok(Some((old, ty)));
            }
            ("lock_test_and_set" | "exchange_n", [(value, from), ..]) => {
                let (old, value) = (self.load(place, ty)?, self.fitting(*value, *from, ty));
                self.store(place, value, ty)?;
                return Ok(Some((old, ty)));
            }
            ("exchange", [(from, _), (to, _), ..]) => {
                let (old, value) = (self.load(place, ty)?, self.load(from.known, ty)?);
                self.store(place, value, ty)?;
                self.store(to.known, old, ty)?;
            }
            ("bool_compare_and_swap" | "val_compare_and_swap", [expected, value, ..]) => {
                let (expected, value) =
                    (self.fitting(expected.0, expected.1, ty), self.fitting(value.0, value.1, ty));
                let (old, is_equal) = self.swapped(place, ty, expected, value)?;
                let truth = (Value::number(i128::from(is_equal)), Type::INT);
                return Ok(Some(if name.starts_with('b') { truth } else { (old, ty) }));
            }
            ("compare_exchange" | "compare_exchange_n", [(expected, _), value, ..]) => {
                let wanted = self.load(expected.known, ty)?;
                let value = match name {
                    "compare_exchange" => self.load(value.0.known, ty)?,
                    _ => self.fitting(value.0, value.1, ty),
                };
                let (old, is_equal) = self.swapped(place, ty, wanted, value)?;
                if !is_equal {
                    self.store(expected.known, old, ty)?;
                }
                return Ok(Some((Value::number(i128::from(is_equal)), Type::INT)));
            }
            (_, [value, ..]) => return self.changed(name, place, ty, value).map(Some),
            _ => return unknown("an atomic access is not understood"),
        }
        Ok(None)
    }

    /// Stores a value if the object at a place has the expected one. Returns the old value, and whether it
    /// was the expected one. A weak exchange may fail in C for no reason; here it does not.
    fn swapped(
        &mut self,
        place: Known,
        ty: Type,
        expected: Value<H::Shadow>,
        value: Value<H::Shadow>,
    ) -> Followed<(Value<H::Shadow>, bool)> {
        let old = self.load(place, ty)?;
        let is_equal = match (old.known, expected.known) {
            (Known::Number(a), Known::Number(b)) => Some(a == b),
            (Known::Nothing, _) | (_, Known::Nothing) => None,
            (a, b) => self.memory.of_pointers(BinaryOp::Eq, a, b, Type::INT).map(|truth| truth != 0),
        };
        let Some(is_equal) = is_equal else {
            return unknown("whether an atomic access changes its object is not known");
        };
        if is_equal {
            self.store(place, value, ty)?;
        }
        Ok((old, is_equal))
    }

    /// Applies an operator such as that of `fetch_add` to the object at a place. Returns the old or the new
    /// value, as the name says.
    fn changed(
        &mut self,
        name: &str,
        place: Known,
        ty: Type,
        (value, from): &Argument<H::Shadow>,
    ) -> Followed<Argument<H::Shadow>> {
        let Type::Int(int) = ty else { return unknown("an atomic access computes with a pointer") };
        let (old, value) = (self.load(place, ty)?, self.fitting(*value, *from, ty));
        let is_new = name.ends_with("fetch");
        let new = match old.known.as_number().zip(value.known.as_number()) {
            Some((a, b)) => {
                let result = match operator(name) {
                    "add" => a + b,
                    "sub" => a - b,
                    "nand" => !(a & b),
                    "xor" => a ^ b,
                    "or" => a | b,
                    "and" => a & b,
                    _ => return unknown("an atomic access is not understood"),
                };
                Value::number(int.wrapped(result))
            }
            None => Value::unknown(),
        };
        self.store(place, new, ty)?;
        Ok((if is_new { new } else { old }, ty))
    }
}

/// Returns the operator in a name such as `fetch_and_add`, `fetch_add` or `add_fetch`.
fn operator(name: &str) -> &str {
    let after = name.strip_prefix("fetch_and_").or_else(|| name.strip_prefix("fetch_"));
    let before = name.strip_suffix("_and_fetch").or_else(|| name.strip_suffix("_fetch"));
    after.or(before).unwrap_or(name)
}
