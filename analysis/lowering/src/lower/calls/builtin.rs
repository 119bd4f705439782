//! Compiler built-ins that look like calls.

use super::{Call, is_library_function};
use csieve_graph::{ExprKind, IntType, Type};

use crate::{
    lower::{
        Lowered, Lowering,
        convert::Value,
        ctype::{CType, Shape},
    },
    summary::replaced::ERRNO,
};

/// Returns the library function that a built-in name stands for: `memcpy` for `__builtin_memcpy`,
/// `__builtin___memcpy_chk` and `__memcpy_chk`. Other names are returned unchanged.
pub(crate) fn library_name(name: &str) -> &str {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let checked = plain.strip_prefix("__").and_then(|rest| rest.strip_suffix("_chk"));
    let renamed = plain.strip_prefix("__isoc99_").or_else(|| plain.strip_prefix("__isoc23_"));
    [Some(plain), checked, renamed]
        .into_iter()
        .flatten()
        .find(|candidate| *candidate != name && is_library_function(candidate))
        .unwrap_or(name)
}

/// Returns whether a call of this name only computes a value from its operands. The names are syntax of
/// compilers, or come from macros of the C library such as `errno`, so they are not in the library table.
pub(in crate::lower) fn is_operator(name: &str) -> bool {
    matches!(
        name,
        "__builtin_expect"
            | "__builtin_expect_with_probability"
            | "__builtin_assume_aligned"
            | "__builtin_constant_p"
            | "__builtin_types_compatible_p"
            | "__builtin_choose_expr"
            | "__builtin_object_size"
            | "__builtin_offsetof"
            | "__errno_location"
            | "__ctype_b_loc"
            | "__ctype_tolower_loc"
            | "__ctype_toupper_loc"
    )
}

impl<'a> Lowering<'a> {
    /// Lowers a call of a compiler built-in. Returns `None` for other calls.
    pub(super) fn builtin_call(&mut self, call: &Call<'a>) -> Lowered<Option<Value>> {
        let name = call.name;
        if let Some(value) = self.library_object(name) {
            return Ok(Some(value));
        }
        if !name.starts_with("__builtin_") {
            return Ok(None);
        }
        match (name, call.args.as_slice()) {
            ("__builtin_expect" | "__builtin_expect_with_probability", [value, ..]) => {
                let value = self.value(*value)?;
                let known = value.ty.as_int().is_some();
                Ok(Some(if known { self.converted(&value, &self.long()) } else { value }))
            }
            ("__builtin_assume_aligned", [pointer, ..]) => {
                let pointer = self.value(*pointer)?;
                Ok(Some(self.cast(&pointer, &CType::VOID.pointer())))
            }
            ("__builtin_constant_p" | "__builtin_types_compatible_p", _) => {
                Ok(Some(match self.type_reader().evaluate(call.node) {
                    Some(known) => self.constant(known),
                    None => self.zero_or_one(),
                }))
            }
            ("__builtin_offsetof", _) => Ok(Some(match self.type_reader().evaluate(call.node) {
                Some(known) => self.constant(known),
                None => self.any(&self.size()),
            })),
            ("__builtin_object_size" | "__builtin_dynamic_object_size", _) => {
                Ok(Some(self.any(&self.size())))
            }
            ("__builtin_choose_expr", [_, yes, no]) => {
                let chosen = self.type_reader().chosen(&call.args);
                let choices = chosen.map_or_else(|| vec![*yes, *no], |chosen| vec![chosen]);
                self.one_of(&choices, call.span).map(Some)
            }
            (_, [left, right, result]) if name.ends_with("_overflow") => {
                self.overflow_call(name, [*left, *right, *result], call.span).map(Some)
            }
            (_, args) if name.ends_with("_overflow_p") => self.overflow_question(name, args).map(Some),
            _ => Ok(None),
        }
    }

    /// Returns an unknown value that is 0 or 1.
    fn zero_or_one(&mut self) -> Value {
        let truth = self.graph.exprs().any(Type::Int(IntType::BOOL));
        let int = self.int();
        Value { expr: self.graph.exprs().add(ExprKind::Cast(truth), int.ty()), ty: int }
    }

    /// Returns the result of a C library function that gives access to a shared object, such as `errno`.
    /// Other code may change the object at any time. Programs call such functions through macros such as
    /// `errno` and `isdigit`.
    fn library_object(&mut self, name: &str) -> Option<Value> {
        let shared = |ty: CType| CType { volatile: true, ..ty };
        let (object, ty) = match name {
            _ if self.summaries.replaced().has(name) => return None,
            _ if ERRNO.contains(&name) => ("errno", self.int()),
            "__ctype_b_loc" => {
                let bits = CType::int(IntType { bits: 16, signed: false });
                ("the table of character classes", CType { constant: true, ..bits }.pointer())
            }
            "__ctype_tolower_loc" => {
                ("the table of lower-case letters", CType { constant: true, ..self.int() }.pointer())
            }
            "__ctype_toupper_loc" => {
                ("the table of upper-case letters", CType { constant: true, ..self.int() }.pointer())
            }
            "__h_errno_location" => ("h_errno", self.int()),
            _ => return None,
        };
        let expr = self.graph.exprs().add(ExprKind::Address(object.to_owned()), Type::Pointer);
        Some(Value { expr, ty: CType::plain(Shape::Pointer(shared(ty).into())) })
    }
}
