//! Calls of library functions that are known to leave their arguments alone.

use super::{
    Call,
    alloc::allocates,
    noreturn::{is_common_name, never_returns},
    table::{Returns, family, format_position},
};
use crate::{
    cfg::{Access, Action, Type},
    lower::{
        Lowered, Lowering, context::FunctionInfo, convert::Value, ctype::CType, place::Place, usage::inner,
    },
};

/// Whether a format has a conversion `n`, with a width or without.
fn says_n(format: &str) -> bool {
    format.split('%').skip(1).any(|conversion| {
        let letter = conversion.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
        letter.trim_start_matches(['h', 'l', 'j', 'z', 't', 'q', 'w']).starts_with('n')
    })
}

fn result_type(returns: Returns) -> CType {
    match returns {
        Returns::Void => CType::VOID,
        Returns::Int => CType::INT,
        Returns::Long => CType::LONG,
        Returns::Size => CType::ULONG,
        Returns::Pointer | Returns::First => CType::VOID.pointer(),
        Returns::Float => CType::DOUBLE,
        Returns::Unknown => CType::UNKNOWN,
    }
}

/// What a library function returns, where its name alone says it exactly.
pub(in crate::lower) fn library_result(name: &str) -> Option<CType> {
    let returns = family(name)?.returns;
    matches!(returns, Returns::Void | Returns::Int | Returns::Long | Returns::Size)
        .then(|| result_type(returns))
}

/// Whether a declaration is one of the library function with its name, and not of another function.
pub(super) fn is_that_function(name: &str, declared: &FunctionInfo) -> bool {
    if declared.defined || is_common_name(name) && !declared.attributes.noreturn {
        return false;
    }
    let expected = match family(name) {
        Some(family) => result_type(family.returns),
        None if allocates(name) || matches!(name, "realloc" | "reallocarray" | "alloca") => {
            CType::VOID.pointer()
        }
        None if matches!(name, "free" | "cfree") || never_returns(name) => CType::VOID,
        None => return true,
    };
    expected.is_unknown() || declared.returns.is_unknown() || is_alike(&declared.returns, &expected)
}

/// Whether values of two types look the same: an integer may be signed or not.
fn is_alike(one: &CType, other: &CType) -> bool {
    match (one.ty(), other.ty()) {
        (Type::Int(one), Type::Int(other)) => one.bits == other.bits,
        (one, other) => one == other,
    }
}

impl<'a> Lowering<'a> {
    /// Whether a printing call may have a `%n` in its format: it has one, or the format is not to be seen.
    fn may_say_n(&self, call: &Call<'a>) -> bool {
        let Some(position) = format_position(call.name) else { return false };
        let format = call.args.get(position).map(|format| inner(*format));
        let literal =
            format.filter(|format| matches!(format.kind(), "string_literal" | "concatenated_string"));
        literal.is_none_or(|literal| says_n(self.source(literal)))
    }

    /// A prototype says more than a table: `strchr` returns a `char *`.
    pub(super) fn result_as_declared(&self, name: &str, ty: CType) -> CType {
        let declared = self.declared_function(name).map(|function| &function.returns);
        declared.filter(|declared| is_alike(declared, &ty)).cloned().unwrap_or(ty)
    }

    pub(super) fn library_call(&mut self, call: &Call<'a>) -> Lowered<Option<Value>> {
        let Some(family) = family(call.name) else { return Ok(None) };
        let args = self.arguments(call)?;
        for &position in family.dereferences {
            if let Some(pointer) = args.get(position) {
                self.dereference(pointer.expr, Access::Read, call.span);
            }
        }
        let callee = call.name.to_owned();
        let exprs = args.iter().map(|value| value.expr).collect();
        if family.returns == Returns::First
            && let Some(first) = args.first()
        {
            let (result, writes_memory) = (None, family.writes_memory);
            self.step(Action::LibraryCall { callee, args: exprs, result, writes_memory }, call.span);
            return Ok(Some(first.clone()));
        }
        let ty = self.result_as_declared(call.name, result_type(family.returns));
        let place = self.result_place(call, &ty);
        let result = match &place {
            Some(Place::Var { var, .. }) => Some(*var),
            _ => None,
        };
        if result.is_some() {
            self.graph.abstracted(call.span, format!("the result of `{}`", call.name));
        }
        let writes_memory = family.writes_memory || self.may_say_n(call);
        self.step(Action::LibraryCall { callee, args: exprs, result, writes_memory }, call.span);
        Ok(Some(self.result_value(place.as_ref(), &ty)))
    }
}
