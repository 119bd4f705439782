//! Lowering of calls. The edges for a call depend on what is known of the callee.

mod alloc;
mod atomic;
mod attributed;
mod buffers;
mod builtin;
mod emit;
mod format;
mod free;
mod happened;
mod hidden;
mod identity;
mod inferred;
mod learnt;
mod library;
mod lock;
mod noreturn;
mod overflow;
mod parsed;
mod resource;
mod results;
mod special;
mod stored;
mod summarised;
mod told;
mod untold;
mod variadic;

pub(crate) use builtin::library_name;

pub(super) use builtin::is_operator;
pub(super) use identity::is_that_function;
pub(super) use library::{library_result, says_n};
pub(super) use untold::Untold;

use super::{
    Lowered, Lowering,
    context::FunctionInfo,
    convert::Value,
    ctype::{CType, Shape},
    place::Lvalue,
    types::arguments,
    usage::{called, inner},
};
use csieve_base::{library::Library, text::Span};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::VarId;

/// Returns whether a name is a function of the built-in library table, or `assert`, which is a macro and not
/// in the table.
pub(super) fn is_library_function(name: &str) -> bool {
    Library::built_in().is_function(name) || name == "assert"
}

/// Returns whether a function of the C library, POSIX or the compiler never returns.
pub(super) fn never_returns(name: &str) -> bool {
    Library::built_in().never_returns(name)
}

/// The use of the result of a call.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    Nothing,
    Value,
    /// The result is written to this variable of this type, by the call itself.
    Into(VarId, CType),
}

/// A call that is being lowered.
#[derive(Clone, Debug)]
pub(super) struct Call<'a> {
    pub node: Node<'a>,
    pub name: &'a str,
    pub args: Vec<Node<'a>>,
    pub wanted: Wanted,
    pub span: Span,
}

impl<'a> Lowering<'a> {
    /// Lowers a call and returns its result. If `into` is set, the call writes its result to that variable
    /// directly.
    pub(super) fn call(&mut self, node: Node<'a>, into: Option<(VarId, CType)>) -> Lowered<Value> {
        let wanted = match into {
            Some((var, ty)) => Wanted::Into(var, ty),
            None => Wanted::Value,
        };
        self.marked_call(node, wanted)
    }

    /// Lowers a call whose result is not used.
    pub(super) fn discarded_call(&mut self, node: Node<'a>) -> Lowered<()> {
        self.marked_call(node, Wanted::Nothing).map(drop)
    }

    /// Lowers `place = right` if `right` is a call and `place` is a variable, so that the call may write the
    /// variable directly. Returns `None` otherwise.
    pub(super) fn assign_call(
        &mut self,
        place: &Lvalue,
        right: Node<'a>,
        _span: Span,
    ) -> Lowered<Option<Value>> {
        let Lvalue::Var { var, ty } = place else { return Ok(None) };
        let mut right = inner(right);
        while right.kind() == Kind::CastExpression && ty.is_pointer() {
            let Some(ty_node) = right.field(Field::Type) else { break };
            if !self.type_reader().type_descriptor(ty_node).is_pointer() {
                break;
            }
            right = inner(self.field(right, Field::Value)?);
        }
        if right.kind() != Kind::CallExpression || self.is_foreseen(right) {
            return Ok(None);
        }
        let value = self.call(right, Some((*var, ty.clone())))?;
        let current = self.current(place);
        // Some built-in calls are only operators and write nothing, so their value still has to be assigned.
        Ok(if value == current {
            Some(value)
        } else {
            Some(self.assign(place, &value, self.span(right), true))
        })
    }

    /// Lowers a call without the events that it is.
    pub(super) fn call_for(&mut self, node: Node<'a>, wanted: Wanted) -> Lowered<Value> {
        let span = self.span(node);
        let function = self.called(inner(self.field(node, Field::Function)?));
        let args = arguments(node);
        // The grammar takes `true` and `false` for literals, but a program may have functions of these names.
        let is_name = match function.kind() {
            Kind::Identifier => true,
            Kind::True | Kind::False => self.declared_function(self.source(function)).is_some(),
            _ => false,
        };
        let mut name = if is_name { self.source(function) } else { "" };
        let is_pointer = !is_name || self.scopes.is_local(name) || self.context.globals.contains_key(name);
        let held = if is_pointer { self.held(function) } else { None };
        if let Some(held) = held {
            // The pointer is read all the same.
            self.value(function)?;
            name = held;
        }
        let call = Call { node, name: builtin::library_name(name), args, wanted, span };
        if is_pointer && held.is_none() {
            return self.pointer_call(function, &call);
        }
        let declared = self.declared_function(call.name).cloned();
        if self.is_library_call(&call, declared.as_ref())
            && let Some(value) = self.known_call(&call)?
        {
            return Ok(value);
        }
        if let Some(value) = self.atomic_call(&call)? {
            return Ok(value);
        }
        match declared {
            Some(function) => match called(self.summaries, call.name, Some(&function), call.args.len()) {
                Some(summary) if function.constant.is_none() => {
                    self.summarised_call(&call, &function, summary)
                }
                _ => self.declared_call(&call, &function),
            },
            None => self.unknown_call(&call),
        }
    }

    /// Returns the function that a call through a pointer calls in every run.
    fn held(&self, function: Node<'a>) -> Option<&'a str> {
        let (context, summaries) = (self.context, self.summaries);
        let is_local = |name: &str| self.scopes.is_local(name);
        let found = context.held(function, self.text, is_local, |name| summaries.replaced().has(name))?;
        let (count, is_variadic) = context.parameter_count(found)?;
        let given = function.parent().map_or(0, |call| arguments(call).len());
        (given == count || is_variadic && given > count).then_some(found)
    }

    /// Returns the function that `_Generic` chooses to call, if the choice is certain; otherwise `function`
    /// itself.
    fn called(&mut self, function: Node<'a>) -> Node<'a> {
        let mut function = function;
        while function.kind() == Kind::GenericExpression {
            match self.type_reader().generic(function) {
                Some(chosen) => function = inner(chosen),
                None => break,
            }
        }
        function
    }

    /// Returns the facts about a function that the file or the current function declares.
    pub(in crate::lower) fn declared_function(&self, name: &str) -> Option<&FunctionInfo> {
        self.context.functions.get(name).or_else(|| self.prototypes.get(name))
    }

    /// Lowers a call of a compiler built-in, of a function in the library table, or of a function that an
    /// attribute says allocates or frees. Returns `None` for other calls.
    fn known_call(&mut self, call: &Call<'a>) -> Lowered<Option<Value>> {
        if let Some(value) = self.special_call(call)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.builtin_call(call)? {
            return Ok(Some(value));
        }
        match self.library.shared(call.name) {
            Some(entry) => {
                let value = self.library_call(call, entry)?;
                if self.does_more(entry) {
                    self.opaque(&[], call.span);
                }
                Ok(Some(value))
            }
            None => self.attributed_call(call),
        }
    }

    /// Evaluates the arguments of a call, from left to right.
    pub(in crate::lower) fn arguments(&mut self, call: &Call<'a>) -> Lowered<Vec<Value>> {
        self.in_any_order(&call.args)?;
        let early = self.early();
        let mut values = Vec::with_capacity(call.args.len());
        for &arg in &call.args {
            self.protect_all(&mut values, arg);
            let value = self.value(arg)?;
            values.push((value, self.span(arg)));
        }
        self.settle(early);
        let values: Vec<Value> = values.into_iter().map(|(value, _)| value).collect();
        self.begin_untold(call, values.iter().map(|value| value.expr));
        if self.events.is_some() {
            self.mark_arguments(call, values.iter().map(|value| Some(value.expr)).collect());
        }
        Ok(values)
    }

    /// Returns the variable that receives the result of a call; `None` if the result is not used, `void` or a
    /// structure.
    pub(super) fn result_place(&mut self, call: &Call<'a>, ty: &CType) -> Option<Lvalue> {
        match &call.wanted {
            Wanted::Nothing => None,
            Wanted::Into(var, ty) => Some(Lvalue::Var { var: *var, ty: ty.clone() }),
            Wanted::Value if ty.shape == Shape::Void => None,
            Wanted::Value if ty.is_aggregate() => None,
            Wanted::Value => Some(self.temporary(ty, self.source(call.node).to_owned())),
        }
    }

    /// Returns the value of the result of a call after the call has written it to `place`.
    pub(super) fn result_value(&mut self, place: Option<&Lvalue>, ty: &CType) -> Value {
        match place {
            Some(place) => self.current(place),
            None if ty.is_aggregate() => self.returned_value(ty),
            None => self.any(ty),
        }
    }
}
