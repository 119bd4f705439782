//! Whether a call is one of the library function of its name.

use std::sync::Arc;

use super::{
    Call,
    library::{is_alike, result_type},
};
use csieve_base::library::{ArgumentKind, Arguments, Entry};
use csieve_frontend::syntax::Field;

use crate::lower::{
    Lowering,
    context::{FunctionInfo, UnitContext},
    ctype::{CType, Shape},
    types::TypeTable,
};

/// Returns whether a declared function is the library function of the same name, judged by its declaration.
pub(in crate::lower) fn is_that_function(
    entry: &Entry,
    declared: &FunctionInfo,
    context: &UnitContext,
) -> bool {
    let types = &context.types;
    // Without a prototype, the name is all that says that a function does not return.
    let is_doubtful = entry.noreturn && (entry.common || declared.params.is_none());
    if declared.defined || declared.is_static || is_doubtful && !declared.attributes.noreturn {
        return false;
    }
    if declared.params.as_ref().is_some_and(|params| !takes(entry, (params, declared.variadic), types)) {
        return false;
    }
    let expected = result_type(entry.returns, context.model);
    expected.is_unknown() || declared.returns.is_unknown() || is_alike(&declared.returns, &expected)
}

/// Returns whether a function with these parameters, and perhaps with further arguments, has the arguments that the
/// facts of an entry are about.
fn takes(entry: &Entry, (params, is_variadic): (&[CType], bool), types: &TypeTable) -> bool {
    let is = |at: usize, kind: ArgumentKind| {
        params.get(at).map_or(is_variadic, |param| is_of_kind(param, kind, types))
    };
    let are_told = |told: &Arguments| {
        let mut kinds = told.kinds.iter().enumerate();
        // Programs declare `open`, whose last argument is optional, without that one.
        told.kinds.len() == params.len() && told.more >= is_variadic && kinds.all(|(at, kind)| is(at, *kind))
    };
    entry.parameters.is_none_or(|count| count == params.len())
        && entry.arguments.as_ref().is_none_or(are_told)
        && entry.needed_kinds().into_iter().all(|(at, kind)| is(at, kind))
}

/// Returns whether a parameter takes arguments of a kind. A union of pointers takes pointers: headers declare
/// `struct sockaddr *` this way.
fn is_of_kind(param: &CType, kind: ArgumentKind, types: &TypeTable) -> bool {
    let is_pointer =
        |ty: &CType| matches!(ty.shape, Shape::Pointer(_) | Shape::Array(..) | Shape::Function(_));
    match kind {
        ArgumentKind::Any => true,
        _ if param.is_unknown() => true,
        ArgumentKind::Integer => param.as_int().is_some(),
        ArgumentKind::Float => param.is_float(),
        ArgumentKind::Pointer => match &param.shape {
            Shape::Record(key) => types.records.get(key).is_some_and(|record| {
                record.union && record.fields.iter().all(|field| is_pointer(&field.ty))
            }),
            _ => is_pointer(param),
        },
    }
}

impl<'a> Lowering<'a> {
    /// Returns whether a call is lowered as a call of the library function with that name.
    pub(in crate::lower) fn is_library_call(&self, call: &Call<'a>, declared: Option<&FunctionInfo>) -> bool {
        // The compiler promises what its own spellings do, whoever defines the function that they may end in.
        let is_replaced = self.is_replaced(call.name) && !self.is_spelled(call, "__builtin_");
        if is_replaced || declared.is_some_and(|function| function.is_renamed) {
            return false;
        }
        match (self.library.function(call.name), declared) {
            (None, declared) => declared.is_none_or(|function| !function.defined),
            (Some(entry), _) if call.args.len() < entry.needed_arguments() => false,
            (Some(entry), None) => self.is_meant(call, entry),
            (Some(entry), Some(function)) => is_that_function(entry, function, self.context),
        }
    }

    /// Returns whether a call of what nothing declares is one of the library function of this name. A program may have
    /// another function with a common name, and that it does not return is known of functions of the compiler only.
    fn is_meant(&self, call: &Call<'a>, entry: &Entry) -> bool {
        if entry.noreturn { self.is_spelled(call, "__") } else { !entry.common }
    }

    /// Returns whether the name in the source of the function that is called begins so.
    fn is_spelled(&self, call: &Call<'a>, prefix: &str) -> bool {
        let called = call.node.field(Field::Function).map(|function| self.source(function));
        called.is_some_and(|name| name.starts_with(prefix))
    }

    /// Returns whether it is certain that a call of what the table describes is one of that function: it has a prototype, or
    /// it is one of the compiler.
    pub(in crate::lower) fn is_told(&self, call: &Call<'a>) -> bool {
        self.context.has_library()
            || self.is_spelled(call, "__")
            || self.declared_function(call.name).is_some_and(|function| function.params.is_some())
            || !self.library.is_built_in_function(call.name)
    }

    /// Returns whether another file has a function of its own by the name of a library function.
    pub(in crate::lower) fn is_replaced(&self, name: &str) -> bool {
        self.summaries.replaced().has(name) && self.library.is_built_in_function(name)
    }

    /// Returns whether a function never returns, as its declaration says or its body shows.
    pub(in crate::lower) fn is_ending(&self, function: &FunctionInfo) -> bool {
        let is_replaced = |name: &Arc<str>| self.summaries.replaced().has(name);
        let ends = function.ends && !function.ends_in.as_ref().is_some_and(is_replaced);
        function.attributes.noreturn || ends
    }
}
