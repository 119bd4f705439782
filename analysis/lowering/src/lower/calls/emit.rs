//! Calls with unknown effects: of declared functions, through pointers, and of unknown names.

use super::Call;
use csieve_frontend::syntax::{Field, Node};
use csieve_graph::{Access, Action, CallTarget, ExprId, Positions, Type};

use crate::lower::{
    Lowered, Lowering,
    constant::Constant,
    context::FunctionInfo,
    convert::Value,
    ctype::{CType, Shape},
    place::Lvalue,
    usage::{identifiers, looks_like_macro},
};

impl<'a> Lowering<'a> {
    pub(super) fn declared_call(&mut self, call: &Call<'a>, function: &FunctionInfo) -> Lowered<Value> {
        let returns = &function.returns;
        if let (Some(value), Some(ty)) = (function.constant, returns.as_int()) {
            return self.constant_call(call, Constant { value, ty });
        }
        let values = self.arguments(call)?;
        let args: Vec<ExprId> = values.iter().map(|value| value.expr).collect();
        self.declared_nonnull(call, function, args.iter().copied().map(Some));
        self.told_accesses(call, function, &values)?;
        let allocated = self.told_size(call, function, &values);
        let place = self.result_place(call, returns);
        self.emit_call(call, CallTarget::Named(call.name.to_owned()), args, place.as_ref());
        self.note_allocated(self.graph.last_edge(), allocated);
        self.infer_from_habit(call, function, self.graph.last_edge());
        if self.is_ending(function) {
            self.stop();
        }
        let value = self.result_value(place.as_ref(), returns);
        if place.is_some() && returns.is_pointer() && function.attributes.returns_nonnull {
            self.step(Action::Assume { cond: value.expr, holds: true }, call.span);
        }
        Ok(value)
    }

    /// Dereferences the arguments that an attribute of the callee says must not be NULL. `None` stands for
    /// the address of a variable.
    pub(super) fn declared_nonnull(
        &mut self,
        call: &Call<'a>,
        function: &FunctionInfo,
        args: impl Iterator<Item = Option<ExprId>>,
    ) {
        let Some(listed) = &function.attributes.nonnull else { return };
        for (position, arg) in args.enumerate() {
            if let Some(arg) = arg
                && (listed.is_empty() || listed.contains(&position))
                && self.graph.exprs_ref().get(arg).ty == Type::Pointer
            {
                self.dereference(arg, Access::Read, call.span);
            }
        }
    }

    /// Lowers a call of a function that does nothing but return a constant.
    pub(super) fn constant_call(&mut self, call: &Call<'a>, constant: Constant) -> Lowered<Value> {
        let args = self.arguments(call)?.into_iter().map(|value| value.expr).collect();
        let callee = call.name.to_owned();
        self.step(
            Action::LibraryCall { callee, args, result: None, range: None, writes_memory: false },
            call.span,
        );
        Ok(self.constant(constant))
    }

    pub(super) fn emit_call(
        &mut self,
        call: &Call<'a>,
        target: CallTarget,
        args: Vec<ExprId>,
        place: Option<&Lvalue>,
    ) {
        let result = match place {
            Some(Lvalue::Var { var, .. }) => Some(*var),
            _ => None,
        };
        if result.is_some() {
            self.graph.abstracted(call.span, format!("the result of `{}`", self.callee_text(call)));
        }
        let promised = target.name().map_or_else(Positions::default, |name| self.promised(name));
        self.step(Action::Call { target, args, result }, call.span);
        self.graph.promise(self.graph.last_edge(), promised);
    }

    /// Returns the arguments that a function takes as pointers to `const`, or that its attribute `access` says that it does
    /// not write.
    pub(super) fn promised(&self, name: &str) -> Positions {
        let Some(function) = self.declared_function(name) else { return Positions::default() };
        let is_read_only = |param: &CType| param.target().is_some_and(CType::is_constant);
        let params = function.params.iter().flatten().enumerate();
        let constant = params.filter(|(_, param)| is_read_only(param)).map(|(at, _)| at);
        let accesses = function.attributes.accesses.iter().filter(|accessed| !accessed.mode.writes());
        constant.chain(accesses.map(|accessed| accessed.pointer)).collect()
    }

    fn callee_text(&self, call: &Call<'a>) -> &'a str {
        if call.name.is_empty() {
            call.node.field(Field::Function).map_or("", |function| self.source(function))
        } else {
            call.name
        }
    }

    pub(super) fn pointer_call(&mut self, function: Node<'a>, call: &Call<'a>) -> Lowered<Value> {
        let arguments = self.field(call.node, Field::Arguments)?;
        let operands: Vec<_> = std::iter::once(function).chain(call.args.iter().copied()).collect();
        self.in_any_order(&operands)?;
        let callee = self.value(function)?;
        let early = self.early();
        let callee = self.protect(callee, arguments, self.span(function));
        let args = self.arguments(call)?.into_iter().map(|value| value.expr).collect();
        self.settle(early);
        self.dereference(callee.expr, Access::Read, self.span(function));
        let (returns, never_returns) = match callee.ty.target().map(|target| &target.shape) {
            Some(Shape::Function(signature)) => (signature.returns.clone(), signature.never_returns),
            _ => (CType::UNKNOWN, false),
        };
        let place = self.result_place(call, &returns);
        self.emit_call(call, CallTarget::Pointer(callee.expr), args, place.as_ref());
        if never_returns {
            self.stop();
        }
        Ok(self.result_value(place.as_ref(), &returns))
    }

    /// Lowers a call of an undeclared name. It may be a macro, which may do anything with its arguments.
    pub(super) fn unknown_call(&mut self, call: &Call<'a>) -> Lowered<Value> {
        let before = self.end();
        let edges_before = self.here;
        // A macro may take arguments that are no expressions; the function is skipped then.
        let args: Vec<ExprId> = self.arguments(call)?.into_iter().map(|value| value.expr).collect();
        // A macro may leave its arguments unevaluated, for example in `sizeof(*p)`. So a path leads around
        // the edges of the arguments.
        if looks_like_macro(call.name) && self.here != edges_before {
            let ends: Vec<_> = before.into_iter().chain(self.end()).collect();
            let bypass: Vec<_> =
                ends.into_iter()
                    .map(|end| {
                        if Some(end) == before { self.graph.step(end, Action::Skip, call.span) } else { end }
                    })
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
