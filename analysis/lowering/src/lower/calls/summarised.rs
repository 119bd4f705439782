//! Lowering of calls of functions with a summary, with one path for each case.

use std::sync::Arc;

use super::{Call, Wanted, learnt::Argument};
use csieve_domains::interval::Interval;
use csieve_frontend::syntax::Node;
use csieve_graph::{
    Access, Action, CallTarget, ExprId, ExprKind, Freeing, Loc, Positions, Type, VarId, VarKind,
};

use crate::{
    lower::{
        Lowered, Lowering, context::FunctionInfo, convert::Value, ctype::CType, place::Lvalue, scope::Symbol,
        usage::addressed,
    },
    summary::{Case, Locking, Null, Param, Summary, Written},
};

impl<'a> Lowering<'a> {
    pub(super) fn summarised_call(
        &mut self,
        call: &Call<'a>,
        function: &FunctionInfo,
        summary: &Arc<Summary>,
    ) -> Lowered<Value> {
        let returns = &function.returns;
        let mut args = self.summarised_arguments(call, function, summary)?;
        let missing =
            if self.is_ending(function) { Vec::new() } else { self.put_aside_missing(summary, &mut args) };
        for (param, arg) in summary.params.iter().zip(&args) {
            self.accessed(call, param, arg);
        }
        self.declared_nonnull(call, function, args.iter().map(Argument::value));
        let place = self.result_place(call, returns);
        let result = match &place {
            Some(Lvalue::Var { var, .. }) => Some(*var),
            _ => None,
        };
        self.evaluate_arguments(call, summary, &args);
        self.happened(call, &summary.events, &args);
        let (start, dead) = (self.here, self.dead);
        let mut ends: Vec<Loc> = Vec::new();
        for case in &summary.cases {
            (self.here, self.dead) = (start, dead);
            self.case(call, summary, case, &args, result);
            ends.push(self.here);
        }
        if ends.is_empty() || self.is_ending(function) {
            (self.here, self.dead) = (start, dead);
            let passed = values(args.iter());
            self.emit_call(call, CallTarget::Named(call.name.to_owned()), passed, place.as_ref());
            self.stop();
        } else {
            self.merge(&ends, call.span);
            self.dead = dead;
            self.locked(call, summary, &args);
        }
        for (position, arg) in missing {
            self.accessed(call, &summary.params[position], &arg);
        }
        let value = self.result_value(place.as_ref(), returns);
        if place.is_some() && returns.is_pointer() && function.attributes.returns_nonnull {
            self.step(Action::Assume { cond: value.expr, holds: true }, call.span);
        }
        Ok(value)
    }

    /// Adds the access of an argument that every run of the callee accesses.
    fn accessed(&mut self, call: &Call<'a>, param: &Param, arg: &Argument) {
        if let (Some(inside), Argument::Value(arg, _)) = (&param.dereferenced, arg) {
            let from = self.graph.edge_count();
            self.dereference(*arg, Access::Read, call.span);
            self.graph.explain(from.., inside);
        }
    }

    /// Puts any pointer in the place of each NULL that every run of the callee accesses, if the callee frees another argument.
    /// Returns the NULLs with their positions: no run returns from the call, but those that free something before the access have
    /// freed it then, and the cases only describe what returns.
    fn put_aside_missing(&mut self, summary: &Summary, args: &mut [Argument]) -> Vec<(usize, Argument)> {
        let frees = |position: usize| {
            let mut all = summary
                .cases
                .iter()
                .flat_map(|case| case.may_free.iter().chain(case.frees.iter().map(|one| &one.path)));
            all.any(|path| path.param != position)
        };
        let mut missing = Vec::new();
        for (position, (param, arg)) in summary.params.iter().zip(args).enumerate() {
            let is_null =
                arg.value().is_some_and(|value| self.graph.exprs_ref().as_constant(value) == Some(0));
            if is_null && param.dereferenced.is_some() && frees(position) {
                let any = Argument::Value(self.graph.exprs().any(Type::Pointer), None);
                missing.push((position, std::mem::replace(arg, any)));
            }
        }
        missing
    }

    /// Adds edges that take and release the locks that the callee takes and releases for its callers.
    fn locked(&mut self, call: &Call<'a>, summary: &Summary, args: &[Argument]) {
        for locked in &summary.locks {
            // As if the function that waits for the lock was called here: it is assumed to succeed if nobody looks.
            if matches!(locked.locking, Locking::Takes { may_fail: true, .. })
                && !matches!(call.wanted, Wanted::Nothing)
            {
                continue;
            }
            let root = match (&locked.object, args.get(locked.path.param)) {
                (Some(object), _) => {
                    Some(self.graph.exprs().add(ExprKind::Address(object.to_string()), Type::Pointer))
                }
                (None, Some(Argument::Value(value, _))) => Some(*value),
                (None, _) => None,
            };
            let lock = root.and_then(|root| locked.path.from_argument(self.graph.exprs(), root, None));
            let Some(lock) = lock.map(|lock| self.graph.exprs_ref().strip_casts(lock)) else { continue };
            let callee = call.name.to_owned();
            let from = self.graph.edge_count();
            let action = match locked.locking {
                Locking::Takes { shared, waits, .. } => Action::Lock { lock, callee, shared, waits },
                Locking::Releases { counted } => Action::Unlock { lock, callee, counted },
            };
            self.step(action, call.span);
            self.graph.explain(from.., &locked.inside);
        }
    }

    /// Evaluates the arguments of a call, from left to right. The address of a private variable becomes a
    /// reference if the summary says that the callee neither keeps nor frees it.
    fn summarised_arguments(
        &mut self,
        call: &Call<'a>,
        function: &FunctionInfo,
        summary: &Summary,
    ) -> Lowered<Vec<Argument>> {
        let (references, values) = self.referring(call, |position| summary.is_by_reference(position))?;
        let mut values = values.into_iter();
        let types = function.params.as_deref().unwrap_or_default();
        let arguments = references.into_iter().enumerate().map(|(position, reference)| match reference {
            Some(var) => Argument::Reference(var),
            None => {
                let value = values.next().unwrap_or_else(|| self.any(&CType::UNKNOWN));
                let given = summary.params.get(position).zip(types.get(position));
                let given = given.and_then(|(param, ty)| self.given(&value, param, ty));
                Argument::Value(value.expr, given)
            }
        });
        Ok(arguments.collect())
    }

    /// Evaluates the arguments of a call, from left to right. Returns for each the variable `x` of an argument
    /// `&x`, if no other code can know that address and the argument `may_refer` to a variable, and the values
    /// of the other arguments.
    pub(super) fn referring(
        &mut self,
        call: &Call<'a>,
        may_refer: impl Fn(usize) -> bool,
    ) -> Lowered<(Vec<Option<VarId>>, Vec<Value>)> {
        self.in_any_order(&call.args)?;
        let early = self.early();
        let mut values = Vec::with_capacity(call.args.len());
        let mut references = Vec::with_capacity(call.args.len());
        for (position, &arg) in call.args.iter().enumerate() {
            let reference = self.reference(arg).filter(|_| may_refer(position));
            references.push(reference);
            if reference.is_none() {
                self.protect_all(&mut values, arg);
                let value = self.value(arg)?;
                values.push((value, self.span(arg)));
            }
        }
        self.settle(early);
        let values: Vec<Value> = values.into_iter().map(|(value, _)| value).collect();
        self.mark_passed(call, &references, &values);
        Ok((references, values))
    }

    /// Marks a call for the rules of users, whose objects may be variables that are passed by reference.
    fn mark_passed(&mut self, call: &Call<'a>, references: &[Option<VarId>], values: &[Value]) {
        if self.events.is_none() {
            return;
        }
        let mut values = values.iter();
        let mut passed = Vec::with_capacity(references.len());
        for reference in references {
            passed.push(match reference {
                Some(var) => Some(self.referred(*var)),
                None => values.next().map(|value| value.expr),
            });
        }
        self.mark_handed_on(call, &passed);
        self.mark_arguments(call, passed);
    }

    /// Adds an edge that uses the pointer arguments, before the edges on which the callee frees memory. The
    /// summary does not tell which uses follow a free inside the callee.
    fn evaluate_arguments(&mut self, call: &Call<'a>, summary: &Summary, args: &[Argument]) {
        let frees = summary.cases.iter().flat_map(|case| &case.frees);
        let freed: Vec<usize> = frees.map(|freed| freed.path.param).collect();
        if freed.is_empty() {
            return;
        }
        let others = args.iter().zip(&summary.params).enumerate().filter(|(position, (_, param))| {
            param.touched && param.ty.can_point(self.context.model) && !freed.contains(position)
        });
        let args = values(others.map(|(_, (arg, _))| arg));
        if !args.is_empty() {
            let callee = call.name.to_owned();
            let action =
                Action::LibraryCall { callee, args, result: None, range: None, writes_memory: false };
            self.step(action, call.span);
        }
    }

    /// Returns the variable `x` of an argument `&x`, if no other code can know the address of `x`.
    fn reference(&self, arg: Node<'a>) -> Option<VarId> {
        let name = addressed(arg)?;
        match self.scopes.get(self.source(name)) {
            Some(Symbol::Scalar { var, .. }) => {
                let info = self.graph.var_info(*var);
                (!info.exposed && info.kind != VarKind::Global).then_some(*var)
            }
            _ => None,
        }
    }

    fn case(
        &mut self,
        call: &Call<'a>,
        summary: &Summary,
        case: &Case,
        args: &[Argument],
        result: Option<VarId>,
    ) {
        let from = self.graph.edge_count();
        self.learn_arguments(call, summary, case, args);
        self.escapes(call, summary, args);
        for path in &case.may_free {
            if let Some(value) = self.freed_pointer(path, args) {
                self.escape(value, call);
            }
        }
        // The result may go into a variable that is also an argument, as in `p = grown(p)`. So all edges that
        // use the arguments come before the edge that writes the result.
        for freed in &case.frees {
            let from = self.graph.edge_count();
            if let Some(pointer) = self.freed_pointer(&freed.path, args) {
                self.step(
                    Action::Free { pointer, callee: call.name.to_owned(), freeing: Freeing::Certain },
                    call.span,
                );
            }
            self.graph.explain(from.., &freed.inside);
        }
        self.write_globals(call, summary);
        self.hand_over(call, case, args);
        for written in &case.writes {
            match args.get(written.param) {
                Some(Argument::Reference(var)) => {
                    let is_same = |arg: &&Argument| matches!(arg, Argument::Reference(other) if other == var);
                    let shared = args.iter().filter(is_same).count() > 1;
                    self.write_reference(call, *var, written, shared);
                }
                Some(Argument::Value(pointer, _)) => {
                    if let Some((ty, _)) = written.as_whole() {
                        let value = self.graph.exprs().any(ty);
                        self.step(Action::Store { pointer: *pointer, value }, call.span);
                    }
                }
                None => {}
            }
        }
        let assigned = self.assigned_result(summary, case, args, result);
        let carried = result.filter(|_| assigned.is_none());
        let (action, promised) = self.carrier(call, summary, case, args, carried);
        self.step(action, call.span);
        self.graph.promise(self.graph.last_edge(), promised);
        if let Some(action) = assigned {
            self.step(action, call.span);
        }
        self.learn_result(call, case, result);
        if result.is_some() {
            self.infer_from_case(call, summary, case, from);
        }
        self.graph.explain(from.., &case.inside);
    }

    /// Returns the action that stands for the call itself, when the callee returns by this case, and the
    /// arguments whose objects the call leaves as they are.
    fn carrier(
        &mut self,
        call: &Call<'a>,
        summary: &Summary,
        case: &Case,
        args: &[Argument],
        result: Option<VarId>,
    ) -> (Action, Positions) {
        // A freed argument has a `Free` edge of its own.
        let passed = args.iter().enumerate().filter(|(position, _)| !self.is_freed(case, *position, args));
        let passed = passed.filter_map(|(position, arg)| Some((position, arg.value()?)));
        let prototype = self.promised(call.name);
        let is_left = |position: usize| prototype.contains(position) || case.leaves(position);
        let promised = passed.clone().map(|(position, _)| position).enumerate();
        let promised = promised.filter(|(_, position)| is_left(*position)).map(|(at, _)| at).collect();
        let is_asked = |position: usize, value: ExprId| {
            !case.opaque
                && summary.params.get(position).is_some_and(|param| !param.touched)
                && self.graph.exprs_ref().get(value).ty == Type::Pointer
        };
        let passed: Vec<_> = passed.map(|(position, value)| (value, is_asked(position, value))).collect();
        // For an argument that the callee only compares, the comparison of the argument with NULL is passed.
        let asked = |(value, is_asked)| if is_asked { self.is_set(value) } else { value };
        let mut args_passed: Vec<ExprId> = passed.into_iter().map(asked).collect();
        args_passed.extend(self.unwritten(call, summary, case, args));
        if result.is_some() {
            self.graph.abstracted(call.span, format!("the result of `{}`", call.name));
        }
        if case.opaque {
            let target = CallTarget::Named(call.name.to_owned());
            return (Action::Call { target, args: args_passed, result }, promised);
        }
        let through = |written: &Written| {
            matches!(args.get(written.param), Some(Argument::Value(..))) && written.as_whole().is_none()
        };
        let writes_memory = case.writes_memory || case.writes.iter().any(through);
        let callee = call.name.to_owned();
        (Action::LibraryCall { callee, args: args_passed, result, range: None, writes_memory }, promised)
    }

    /// Returns the addresses of variables that a case may leave unwritten without this being evidence that
    /// they are uninitialised. Where no result tells whether the callee wrote the variable, a caller relies on
    /// more than the summary says. A caller that ignores a result which does tell may know the
    /// objects that it passes, but hardly the numbers.
    fn unwritten(
        &mut self,
        call: &Call<'a>,
        summary: &Summary,
        case: &Case,
        args: &[Argument],
    ) -> Vec<ExprId> {
        let mut addresses = Vec::new();
        let asks = !matches!(call.wanted, Wanted::Nothing);
        let is_evidence = |position: usize| {
            !summary.may_write_unseen(case, position)
                && (asks || summary.is_to_be_expected(case, position, self.context.model))
        };
        for (position, arg) in args.iter().enumerate() {
            if let Argument::Reference(var) = arg
                && !case.surely_writes(position)
                && !is_evidence(position)
            {
                addresses.push(self.graph.exprs().add(ExprKind::AddressOf(*var), Type::Pointer));
            }
        }
        addresses
    }

    /// Lets the objects escape whose addresses the callee keeps: other code may know them from now on.
    fn escapes(&mut self, call: &Call<'a>, summary: &Summary, args: &[Argument]) {
        for (param, arg) in summary.params.iter().zip(args) {
            let value = match arg {
                Argument::Value(value, _) if param.kept => *value,
                Argument::Reference(var) if param.contents_kept => {
                    let ty = self.graph.var_info(*var).ty;
                    self.graph.exprs().var(*var, ty)
                }
                // Which objects these are is not known here, but the caller's own summary says it of its parameters.
                Argument::Value(value, _) if param.contents_kept => {
                    self.graph.hand_out(*value);
                    continue;
                }
                _ => continue,
            };
            self.escape(value, call);
        }
    }

    /// Lets an object escape by storing its address in unknown memory: other code may know the object from
    /// now on. So does a descriptor, of which other code then knows the number.
    fn escape(&mut self, value: ExprId, call: &Call<'a>) {
        let passed = self.graph.exprs_ref().get(value);
        let is_number = passed.ty == self.int().ty() && matches!(passed.kind, ExprKind::Var(_));
        if is_number || passed.ty.can_point(self.context.model) && !matches!(passed.kind, ExprKind::Const(_))
        {
            let pointer = self.any(&CType::VOID.pointer()).expr;
            self.step(Action::Store { pointer, value }, call.span);
        }
    }

    fn freed_pointer(&mut self, path: &crate::summary::ParamPath, args: &[Argument]) -> Option<ExprId> {
        match args.get(path.param)? {
            // Closing a standard stream frees no allocated memory.
            Argument::Value(value, _) if self.is_stream(*value) => None,
            Argument::Value(value, _) => path.from_argument(self.graph.exprs(), *value, None),
            Argument::Reference(var) => {
                let ty = self.graph.var_info(*var).ty;
                let object = self.graph.exprs().var(*var, ty);
                path.from_argument(self.graph.exprs(), object, Some(object))
            }
        }
    }

    /// Returns whether a value is one of the standard streams, which are always open.
    pub(super) fn is_stream(&self, value: ExprId) -> bool {
        let name = match &self.graph.exprs_ref().get(value).kind {
            ExprKind::Address(name) => name,
            ExprKind::Var(var) => &self.graph.var_info(*var).name,
            _ => return false,
        };
        self.library.is_standard_stream(name)
    }

    /// Says that a case of which not all effects are known may have done anything with the values that it
    /// overwrites: `close(*fd); *fd = -1;` loses no descriptor.
    fn hand_over(&mut self, call: &Call<'a>, case: &Case, args: &[Argument]) {
        let overwritten = case.writes.iter().filter_map(|written| match args.get(written.param) {
            Some(Argument::Reference(var)) => Some(*var),
            _ => None,
        });
        let vars: Vec<VarId> = overwritten.collect();
        if case.opaque && !vars.is_empty() {
            self.step(Action::Opaque { vars }, call.span);
        }
    }

    fn write_globals(&mut self, call: &Call<'a>, summary: &Summary) {
        for name in &summary.globals {
            let Some(Symbol::Scalar { var, ty }) = self.file_variable(name) else { continue };
            let value = self.any(&ty).expr;
            self.step(Action::Assign { var, value }, call.span);
        }
    }

    /// Writes a variable whose address was passed to the callee, as the case says. `is_shared` is set if
    /// several arguments are that address.
    fn write_reference(&mut self, call: &Call<'a>, var: VarId, written: &Written, is_shared: bool) {
        let from = self.graph.edge_count();
        let (start, dead) = (self.here, self.dead);
        let ty = self.graph.var_info(var).ty;
        let known = written.as_whole().filter(|(stored, _)| *stored == ty && !is_shared);
        let unknown = self.graph.exprs().any(ty);
        match known {
            // An empty range means that in this case only other code writes the variable, which cannot happen
            // to a private variable.
            Some((_, range)) if range.is_empty() => self.exclude(call),
            Some(_) if let (Some(made), Type::Pointer) = (&written.fresh, ty) => {
                let is_possible =
                    |value: Interval| known.is_some_and(|(_, range)| !range.meet(value).is_empty());
                let mut ends = Vec::new();
                if is_possible(Interval::NON_NULL) {
                    let callee = call.name.to_owned();
                    let action = match &made.resource {
                        Some(resource) => Action::Open { var, callee, resource: Arc::clone(resource) },
                        None => Action::Alloc { var, callee },
                    };
                    self.step(action, call.span);
                    ends.push(self.here);
                }
                if is_possible(Interval::ZERO) {
                    self.here = start;
                    if made.null == Null::Failed {
                        let callee = call.name.to_owned();
                        let action = match &made.resource {
                            Some(resource) => {
                                Action::OpenFail { var, callee, resource: Arc::clone(resource) }
                            }
                            None => Action::AllocFail { var, callee },
                        };
                        self.step(action, call.span);
                    } else {
                        let null = self.graph.exprs().any(ty);
                        self.step(Action::Assign { var, value: null }, call.span);
                        let value = self.graph.exprs().var(var, ty);
                        self.learn(value, Interval::ZERO, call);
                    }
                    ends.push(self.here);
                }
                self.merge(&ends, call.span);
                self.dead = dead;
            }
            Some((_, range)) => {
                self.step(Action::Assign { var, value: unknown }, call.span);
                let value = self.graph.exprs().var(var, ty);
                self.learn(value, range, call);
            }
            None => {
                self.step(Action::Assign { var, value: unknown }, call.span);
                if !written.certain {
                    let changed = self.here;
                    let same = self.graph.step(start, Action::Skip, call.span);
                    self.merge(&[changed, same], call.span);
                    self.dead = dead;
                }
            }
        }
        if let Some(inside) = &written.inside {
            self.graph.explain(from.., inside);
        }
    }
}

/// Returns the values of those arguments that are not references.
fn values<'a>(args: impl Iterator<Item = &'a Argument>) -> Vec<ExprId> {
    args.filter_map(Argument::value).collect()
}
