//! Calls: what is known of the callee decides which edges stand for it.

mod alloc;
mod free;
mod library;
mod noreturn;
mod special;
mod table;

use tree_sitter::Node;

use super::{
    Lowered, Lowering,
    constant::Constant,
    context::Macro,
    convert::Value,
    ctype::{CType, Shape},
    place::Place,
    usage::{identifiers, inner},
};
use crate::{
    cfg::{Access, Action, CallTarget, ExprId, VarId},
    text::Span,
};

/// Whether a name is one of the C library whose calls are understood.
pub(super) fn is_library_function(name: &str) -> bool {
    table::family(name).is_some()
        || alloc::allocates(name)
        || noreturn::never_returns(name)
        || matches!(name, "free" | "realloc" | "assert")
}

/// What becomes of a call's result.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    Nothing,
    Value,
    /// The call writes this variable.
    Into(VarId, CType),
}

/// A call on its way to the graph.
#[derive(Clone, Debug)]
pub(super) struct Call<'a> {
    pub node: Node<'a>,
    pub name: &'a str,
    pub args: Vec<Node<'a>>,
    pub wanted: Wanted,
    pub span: Span,
}

impl<'a> Lowering<'a> {
    /// The value of a call.
    pub fn call(&mut self, node: Node<'a>, into: Option<(VarId, CType)>) -> Lowered<Value> {
        let wanted = match into {
            Some((var, ty)) => Wanted::Into(var, ty),
            None => Wanted::Value,
        };
        self.call_for(node, wanted)
    }

    /// A call whose result nobody uses.
    pub fn discarded_call(&mut self, node: Node<'a>) -> Lowered<()> {
        self.call_for(node, Wanted::Nothing).map(drop)
    }

    /// `place = right`, if `right` is a call that can write the variable directly.
    pub fn assign_call(&mut self, place: &Place, right: Node<'a>, _span: Span) -> Lowered<Option<Value>> {
        let Place::Var { var, ty } = place else { return Ok(None) };
        let mut right = inner(right);
        while right.kind() == "cast_expression" && ty.is_pointer() {
            let Some(ty_node) = right.child_by_field_name("type") else { break };
            if !self.type_reader().type_descriptor(ty_node).is_pointer() {
                break;
            }
            right = inner(self.field(right, "value")?);
        }
        if right.kind() != "call_expression" {
            return Ok(None);
        }
        let value = self.call(right, Some((*var, ty.clone())))?;
        let current = self.current(place);
        // Some callees are only operators: their value still has to be assigned.
        Ok(if value == current { Some(value) } else { Some(self.assign(place, &value, self.span(right), true)) })
    }

    fn call_for(&mut self, node: Node<'a>, wanted: Wanted) -> Lowered<Value> {
        let span = self.span(node);
        let function = inner(self.field(node, "function")?);
        let arguments = self.field(node, "arguments")?;
        let args: Vec<_> =
            arguments.named_children(&mut arguments.walk()).filter(|child| child.kind() != "comment").collect();
        if function.kind() != "identifier" {
            return self.pointer_call(function, &Call { node, name: "", args, wanted, span });
        }
        let call = Call { node, name: self.source(function), args, wanted, span };
        match self.context.macros.get(call.name) {
            Some(Macro::Function { control: true } | Macro::Object { control: true }) => {
                let what = format!("uses the macro `{}`, which hides control flow,", call.name);
                return Err(self.skipped(&what, node));
            }
            Some(_) => return self.unknown_call(&call),
            None => {}
        }
        if self.scopes.is_local(call.name) || self.context.globals.contains_key(call.name) {
            return self.pointer_call(function, &call);
        }
        let declared = self.context.functions.get(call.name);
        if declared.is_none_or(|function| !function.defined)
            && let Some(value) = self.known_call(&call)?
        {
            return Ok(value);
        }
        match declared {
            Some(function) => {
                let (returns, noreturn) = (function.returns.clone(), function.noreturn);
                if let (Some(value), Some(ty)) = (function.constant, returns.as_int()) {
                    return self.constant_call(&call, Constant { value, ty });
                }
                self.declared_call(&call, &returns, noreturn)
            }
            None => self.unknown_call(&call),
        }
    }

    /// A call of a function that csieve knows by its name.
    fn known_call(&mut self, call: &Call<'a>) -> Lowered<Option<Value>> {
        if let Some(value) = self.special_call(call)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.alloc_call(call)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.free_call(call)? {
            return Ok(Some(value));
        }
        if noreturn::never_returns(call.name) {
            return self.ending_call(call).map(Some);
        }
        self.library_call(call)
    }

    /// The arguments' values, left to right.
    pub(super) fn arguments(&mut self, call: &Call<'a>) -> Lowered<Vec<Value>> {
        let mut values: Vec<Value> = Vec::with_capacity(call.args.len());
        for &arg in &call.args {
            for at in 0..values.len() {
                values[at] = self.protect(values[at].clone(), arg, self.span(call.args[at]));
            }
            let value = self.value(arg)?;
            values.push(value);
        }
        Ok(values)
    }

    /// Where a result of a type goes.
    pub(super) fn result_place(&mut self, call: &Call<'a>, ty: &CType) -> Option<Place> {
        match &call.wanted {
            Wanted::Nothing => None,
            Wanted::Into(var, ty) => Some(Place::Var { var: *var, ty: ty.clone() }),
            Wanted::Value if ty.shape == Shape::Void => None,
            Wanted::Value if ty.is_aggregate() => None,
            Wanted::Value => Some(self.temporary(ty, self.source(call.node).to_owned())),
        }
    }

    /// The value of a call whose result went to a place.
    pub(super) fn result_value(&mut self, place: Option<&Place>, ty: &CType) -> Value {
        match place {
            Some(place) => self.current(place),
            None => self.any(ty),
        }
    }

    fn declared_call(&mut self, call: &Call<'a>, returns: &CType, noreturn: bool) -> Lowered<Value> {
        let args = self.arguments(call)?.into_iter().map(|value| value.expr).collect();
        let place = self.result_place(call, returns);
        self.emit_call(call, CallTarget::Named(call.name.to_owned()), args, place.as_ref());
        if noreturn {
            self.stop();
        }
        Ok(self.result_value(place.as_ref(), returns))
    }

    /// A call of a function that does nothing but return a constant.
    fn constant_call(&mut self, call: &Call<'a>, constant: Constant) -> Lowered<Value> {
        let args = self.arguments(call)?.into_iter().map(|value| value.expr).collect();
        let callee = call.name.to_owned();
        self.step(Action::LibraryCall { callee, args, result: None, writes_memory: false }, call.span);
        Ok(self.constant(constant))
    }

    fn emit_call(&mut self, call: &Call<'a>, target: CallTarget, args: Vec<ExprId>, place: Option<&Place>) {
        let result = match place {
            Some(Place::Var { var, .. }) => Some(*var),
            _ => None,
        };
        if result.is_some() {
            self.graph.abstracted(call.span, format!("the result of `{}`", self.callee_text(call)));
        }
        self.step(Action::Call { target, args, result }, call.span);
    }

    fn callee_text(&self, call: &Call<'a>) -> &'a str {
        if call.name.is_empty() {
            call.node.child_by_field_name("function").map_or("", |function| self.source(function))
        } else {
            call.name
        }
    }

    fn pointer_call(&mut self, function: Node<'a>, call: &Call<'a>) -> Lowered<Value> {
        let callee = self.value(function)?;
        let callee = match call.args.as_slice() {
            [] => callee,
            [..] => {
                let arguments = self.field(call.node, "arguments")?;
                self.protect(callee, arguments, self.span(function))
            }
        };
        let args = self.arguments(call)?.into_iter().map(|value| value.expr).collect();
        self.dereference(callee.expr, Access::Read, self.span(function));
        let returns = match callee.ty.target().map(|target| &target.shape) {
            Some(Shape::Function(returns)) => returns.as_ref().clone(),
            _ => CType::UNKNOWN,
        };
        let place = self.result_place(call, &returns);
        self.emit_call(call, CallTarget::Pointer(callee.expr), args, place.as_ref());
        Ok(self.result_value(place.as_ref(), &returns))
    }

    /// A call of a name that nothing declares: perhaps a macro, which may do anything with its arguments.
    fn unknown_call(&mut self, call: &Call<'a>) -> Lowered<Value> {
        let before = self.end();
        let edges_before = self.here;
        // An argument of a macro need not be an expression.
        let args: Vec<ExprId> = self.arguments(call)?.into_iter().map(|value| value.expr).collect();
        // A macro need not evaluate what it is given: `sizeof(*p)` may be in its body.
        let is_macro =
            self.context.macros.get(call.name).is_some() || super::usage::looks_like_macro(call.name);
        if is_macro && self.here != edges_before {
            let ends: Vec<_> = before.into_iter().chain(self.end()).collect();
            let bypass: Vec<_> = ends
                .into_iter()
                .map(|end| if Some(end) == before { self.graph.step(end, Action::Skip, call.span) } else { end })
                .collect();
            self.merge(&bypass, call.span);
        }
        let names: Vec<&str> = call.args.iter().flat_map(|arg| identifiers(*arg, self.text)).collect();
        self.opaque(&names, call.span);
        let place = self.result_place(call, &CType::UNKNOWN);
        self.emit_call(call, CallTarget::MaybeMacro(call.name.to_owned()), args, place.as_ref());
        Ok(self.result_value(place.as_ref(), &CType::UNKNOWN))
    }
}
