//! Lowering of calls of library functions, according to the library table.

use std::sync::Arc;

use super::{Call, Wanted, format::Most};
use csieve_base::library::{
    ActsLike, ArgumentKind, Arguments, Entry, Fills, Library, NonnullIf, NullResult, Returns,
};
use csieve_base::text::Span;
use csieve_domains::interval::type_range;
use csieve_frontend::syntax::{Field, Kind};
use csieve_graph::{Access, Action, CallTarget, ExprId, ExprKind, IntType, Loc, Type, UnaryOp, VarId};

use crate::lower::{
    Lowered, Lowering,
    context::FunctionInfo,
    convert::Value,
    ctype::{CType, Shape},
    place::Lvalue,
    scope::Symbol,
    types::TypeTable,
    usage::{addressed, inner},
};

/// Returns whether a format string contains the conversion `%n`, with or without a width or a length
/// modifier.
pub(in crate::lower) fn says_n(format: &str) -> bool {
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

/// Returns the type of the result of a library function, if the name alone determines it.
pub(in crate::lower) fn library_result(name: &str) -> Option<CType> {
    let entry = Library::built_in().function(name).filter(|entry| !entry.common)?;
    matches!(entry.returns, Returns::Void | Returns::Int | Returns::Long | Returns::Size)
        .then(|| result_type(entry.returns))
}

/// Returns whether a declared function is the library function of the same name, judged by its declaration.
pub(in crate::lower) fn is_that_function(entry: &Entry, declared: &FunctionInfo, types: &TypeTable) -> bool {
    // Without a prototype, the name is all that says that a function does not return.
    let is_doubtful = entry.noreturn && (entry.common || declared.params.is_none());
    if declared.defined || is_doubtful && !declared.attributes.noreturn {
        return false;
    }
    if declared.params.as_ref().is_some_and(|params| !takes(entry, (params, declared.variadic), types)) {
        return false;
    }
    let expected = result_type(entry.returns);
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
        told.kinds.len() == params.len() && told.more == is_variadic && kinds.all(|(at, kind)| is(at, *kind))
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

/// Returns whether two types are the same in the graph. Integers may differ in signedness.
fn is_alike(one: &CType, other: &CType) -> bool {
    match (one.ty(), other.ty()) {
        (Type::Int(one), Type::Int(other)) => one.bits == other.bits,
        (one, other) => one == other,
    }
}

impl<'a> Lowering<'a> {
    /// Returns whether a call is lowered as a call of the library function with that name.
    pub(in crate::lower) fn is_library_call(&self, call: &Call<'a>, declared: Option<&FunctionInfo>) -> bool {
        if self.is_replaced(call.name) || declared.is_some_and(|function| function.is_renamed) {
            return false;
        }
        match (self.library.function(call.name), declared) {
            (None, declared) => declared.is_none_or(|function| !function.defined),
            (Some(entry), _) if call.args.len() < entry.needed_arguments() => false,
            (Some(entry), None) => self.is_meant(call, entry),
            (Some(entry), Some(function)) => is_that_function(entry, function, &self.context.types),
        }
    }

    /// Returns whether a call of what nothing declares is one of the library function of this name. A program may have
    /// another function with a common name, and that it does not return is known of functions of the compiler only.
    fn is_meant(&self, call: &Call<'a>, entry: &Entry) -> bool {
        let called = call.node.field(Field::Function).map(|function| self.source(function));
        let is_of_compiler = called.is_some_and(|name| name.starts_with("__"));
        if entry.noreturn { is_of_compiler } else { !entry.common }
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

    /// Returns whether the format string of a call may contain `%n`: a literal that contains it, or no
    /// literal.
    pub(super) fn may_say_n(&self, call: &Call<'a>, entry: &Entry) -> bool {
        let Some(position) = entry.format else { return false };
        let format = call.args.get(position).map(|format| inner(*format));
        let literal =
            format.filter(|format| matches!(format.kind(), Kind::StringLiteral | Kind::ConcatenatedString));
        literal.is_none_or(|literal| says_n(self.source(literal)))
    }

    /// Returns the result type in the declaration of a function if it fits `ty`, the type in the library
    /// table. A declaration is more precise than the table: `strchr` returns `char *`.
    pub(super) fn result_as_declared(&self, name: &str, ty: CType) -> CType {
        let declared = self.declared_function(name).map(|function| &function.returns);
        declared.filter(|declared| ty.is_unknown() || is_alike(declared, &ty)).cloned().unwrap_or(ty)
    }

    /// Returns the type of the result of a call.
    pub(super) fn result_type(&self, call: &Call<'a>, entry: &Entry) -> CType {
        self.result_as_declared(call.name, result_type(entry.returns))
    }

    /// Lowers a call of a function in the library table.
    pub(super) fn library_call(&mut self, call: &Call<'a>, entry: &'a Arc<Entry>) -> Lowered<Value> {
        let first = self.graph.edge_count();
        let value = self.call_by_role(call, entry)?;
        self.graph.known(first.., call.name, entry);
        Ok(value)
    }

    fn call_by_role(&mut self, call: &Call<'a>, entry: &'a Entry) -> Lowered<Value> {
        if let Some(storage) = entry.allocates {
            return self.alloc_call(call, entry, storage);
        }
        if let Some(position) = entry.frees {
            return self.free_call(call, entry, position);
        }
        if entry.noreturn {
            return self.ending_call(call, entry);
        }
        if let Some(resource) = &entry.opens {
            return self.open_call(call, entry, resource);
        }
        if let Some((resource, position)) = &entry.closes {
            return self.close_call(call, entry, resource, *position);
        }
        if let Some(stored) = &entry.stores {
            return self.storing_call(call, entry, stored);
        }
        if let Some(locking) = &entry.locks {
            return self.lock_call(call, entry, locking);
        }
        if let Some(locking) = &entry.unlocks {
            return self.unlock_call(call, entry, locking);
        }
        let args = self.arguments(call)?;
        self.needed(call, entry, &args);
        let start = self.here;
        let value = self.plain_call(call, entry, &args);
        // What is read from a literal is known to be there.
        let text = entry.number.and_then(|number| number.text).and_then(|at| args.get(at));
        let is_known = text.is_some_and(|text| self.literal_bytes(text).is_some());
        let is_ignored = matches!(call.wanted, Wanted::Nothing) && !is_known;
        if let Some(fills) = entry.fills.as_ref().filter(|_| is_ignored) {
            self.may_fill_nothing(call, fills, &args, start);
        }
        if let Some(status) = entry.noreturn_if_nonzero.and_then(|position| args.get(position)) {
            self.returns_if_zero(call, status);
        }
        Ok(value)
    }

    /// Ends the runs of a call that returns only if an argument is 0.
    fn returns_if_zero(&mut self, call: &Call<'a>, status: &Value) {
        match self.as_constant(status) {
            Some(constant) if constant.value == 0 => {}
            Some(_) => self.stop(),
            None => {
                let start = self.here;
                self.step(Action::Assume { cond: status.expr, holds: true }, call.span);
                self.graph.asked_by(self.graph.last_edge(), call.span);
                self.here =
                    self.graph.step(start, Action::Assume { cond: status.expr, holds: false }, call.span);
                self.graph.asked_by(self.graph.last_edge(), call.span);
            }
        }
    }

    /// Adds a path from `start` on which a call fails and leaves the objects as they are that it fills if it
    /// succeeds. The program does not use the result of the call. A run of the machine knows whether the call
    /// fails, and does not take the path.
    fn may_fill_nothing(&mut self, call: &Call<'a>, fills: &Fills, args: &[Value], start: Loc) {
        let is_object = |arg: &Value| {
            let kind = &self.graph.exprs_ref().get(self.root(arg.expr)).kind;
            matches!(kind, ExprKind::Address(_) | ExprKind::AddressOf(_))
        };
        let mut filled = args.iter().enumerate().filter(|(position, _)| fills.has(*position));
        if !filled.any(|(_, arg)| is_object(arg)) {
            return;
        }
        let never = self.graph.exprs().constant(0, IntType::INT);
        let callee = call.name.to_owned();
        let failed =
            Action::LibraryCall { callee, args: Vec::new(), result: None, range: None, writes_memory: false };
        let failed = self.graph.step(start, failed, call.span);
        let edge = self.graph.last_edge();
        self.graph.concrete().conditions.insert(edge, (never, true));
        self.merge_unless_dead(&[self.here, failed], call);
    }

    /// Lowers a call whose table entry states only general effects, such as writing memory. Returns the
    /// result.
    pub(super) fn plain_call(&mut self, call: &Call<'a>, entry: &Entry, args: &[Value]) -> Value {
        let exprs = args.iter().map(|value| value.expr).collect();
        if entry.returns == Returns::First
            && let Some(first) = args.first()
        {
            self.effect(call, entry, exprs, None, None);
            return first.clone();
        }
        let ty = self.result_type(call, entry);
        let place = self.result_place(call, &ty);
        let result = variable(place.as_ref());
        if result.is_some() {
            self.graph.abstracted(call.span, format!("the result of `{}`", call.name));
        }
        let range = self.result_range(call, entry, args);
        self.effect(call, entry, exprs, result, range);
        self.set_pointers(call, entry);
        let value = self.result_value(place.as_ref(), &ty);
        if let Some(var) = result.filter(|_| value.ty.is_pointer()) {
            self.null_result(call, entry, var, &value);
        }
        value
    }

    /// Returns the smallest and the largest result of a call, inclusive. If the result never exceeds an
    /// argument that is a constant, that constant is the largest. A format bounds the length of what it prints, and
    /// the room for a text bounds the number that is read from it.
    fn result_range(&mut self, call: &Call<'a>, entry: &Entry, args: &[Value]) -> Option<(i128, i128)> {
        if let Some(format) = entry.number.and_then(|numbers| numbers.format) {
            return match self.most_printed(&call.args, args, format) {
                Most::Known(most) => Some((-1, i128::from(most))),
                Most::Unknown => Some((-1, IntType::INT.max())),
                Most::AnyText => None,
            };
        }
        if let (Some(ActsLike::Strlen), [text]) = (entry.acts_like, args)
            && let Some(longest) = self.longest_text(text)
        {
            return Some((0, i128::from(longest)));
        }
        if let Some(range) = self.parsed_range(call, entry, args) {
            return Some(range);
        }
        let (min, max) = entry.result?;
        let Some(limit) = entry.at_most else { return Some((min, max)) };
        let constant = |position: usize| self.as_constant(args.get(position)?).map(|constant| constant.value);
        let is_lifted = limit
            .flags
            .is_some_and(|flags| constant(flags).is_none_or(|flags| flags & i128::from(limit.unless) != 0));
        // A negative constant is a very large size.
        let most = constant(limit.argument).filter(|most| !is_lifted && *most >= 0);
        Some((min, most.map_or(max, |most| most.min(max))))
    }

    /// Restricts a pointer result as the table entry says: it is never NULL, or it is NULL only on a path on
    /// which the call fails.
    fn null_result(&mut self, call: &Call<'a>, entry: &Entry, var: VarId, value: &Value) {
        let is_valid = Action::Assume { cond: value.expr, holds: true };
        match entry.null {
            Some(NullResult::Never) => self.step(is_valid, call.span),
            Some(NullResult::Failure) => {
                let success = self.graph.step(self.here, is_valid, call.span);
                let failed = Action::AllocFail { var, callee: call.name.to_owned() };
                let failure = self.graph.step(self.here, failed, call.span);
                self.merge_unless_dead(&[success, failure], call);
            }
            Some(NullResult::Absence | NullResult::Empty) | None => {}
        }
    }

    /// Assumes that the pointers that a call writes (`p` for an argument `&p`) are not NULL afterwards.
    fn set_pointers(&mut self, call: &Call<'a>, entry: &Entry) {
        for &position in &entry.sets {
            let name = call.args.get(position).and_then(|arg| addressed(*arg));
            if let Some(name) = name
                && let Some(Symbol::Scalar { var, ty }) = self.scopes.get(self.source(name))
                && ty.is_pointer()
            {
                let value = self.graph.exprs().var(*var, Type::Pointer);
                let high = type_range(Type::Pointer).bounds().map_or(1, |(_, high)| high);
                self.step(Action::Learn { value, low: 1, high }, call.span);
            }
        }
    }

    /// Dereferences the arguments that the table entry says must not be NULL, and records the buffers that
    /// the call uses.
    pub(super) fn needed(&mut self, call: &Call<'a>, entry: &Entry, args: &[Value]) {
        for &position in &entry.nonnull {
            if let Some(pointer) = args.get(position) {
                self.dereference(pointer.expr, Access::Read, call.span);
            }
        }
        if let Some(needed) = &entry.nonnull_if_nonzero {
            self.needed_unless_empty(call, needed, args);
        }
        self.note_buffers(call, entry, args);
        if let (Some(acts_like @ (ActsLike::Abs | ActsLike::Labs)), Some(number)) =
            (entry.acts_like, args.first())
        {
            self.note_absolute(acts_like, number, call.span);
        }
    }

    /// Records the absolute value of a number, which overflows for the smallest one as its negation does.
    fn note_absolute(&mut self, acts_like: ActsLike, number: &Value, span: Span) {
        if !self.has_extremes || number.ty.as_int().is_none() {
            return;
        }
        let to = if acts_like == ActsLike::Abs { CType::INT } else { CType::LONG };
        let number = self.converted(number, &to);
        let negated = self.graph.exprs().add(ExprKind::Unary(UnaryOp::Neg, number.expr), to.ty());
        self.note_arithmetic(negated, span);
    }

    /// Dereferences the arguments that must not be NULL unless a size is 0, on a path of its own if the size
    /// is not known.
    fn needed_unless_empty(&mut self, call: &Call<'a>, needed: &NonnullIf, args: &[Value]) {
        let pointers: Vec<ExprId> =
            needed.arguments.iter().filter_map(|at| args.get(*at)).map(|pointer| pointer.expr).collect();
        let may_be_null = |pointer: &ExprId| {
            let kind = &self.graph.exprs_ref().get(self.root(*pointer)).kind;
            !matches!(kind, ExprKind::Address(_) | ExprKind::AddressOf(_) | ExprKind::Any(_))
        };
        let Some(size) = args.get(needed.size).filter(|size| size.ty.as_int().is_some()) else { return };
        if !pointers.iter().any(may_be_null) {
            return;
        }
        let constant = self.as_constant(size);
        if constant.is_some_and(|size| size.value == 0) {
            return;
        }
        let start = self.here;
        if constant.is_none() {
            self.step(Action::Assume { cond: size.expr, holds: true }, call.span);
            self.graph.asked_by(self.graph.last_edge(), call.span);
        }
        for pointer in pointers {
            self.dereference(pointer, Access::Read, call.span);
        }
        if constant.is_none() {
            let empty = Action::Assume { cond: size.expr, holds: false };
            let empty = self.graph.step(start, empty, call.span);
            self.graph.asked_by(self.graph.last_edge(), call.span);
            self.merge_unless_dead(&[self.here, empty], call);
        }
    }

    /// Adds the edge for the effects of a call. The result lies in `range`, which includes both bounds.
    pub(super) fn effect(
        &mut self,
        call: &Call<'a>,
        entry: &Entry,
        args: Vec<ExprId>,
        result: Option<VarId>,
        range: Option<(i128, i128)>,
    ) {
        let range = result.and_then(|var| self.fitting_range(var, range));
        let callee = call.name.to_owned();
        if self.may_do_anything(entry, &args) {
            let target = CallTarget::Named(callee.clone());
            let unknown = result.filter(|_| range.is_none());
            self.step(Action::Call { target, args, result: unknown }, call.span);
            self.graph.promise(self.graph.last_edge(), self.promised(call.name));
            if range.is_some() {
                self.result_in(call, result, range);
            }
            return;
        }
        let writes_memory = self.writes_memory(call, entry);
        self.step(Action::LibraryCall { callee, args, result, range, writes_memory }, call.span);
        self.graph.promise(self.graph.last_edge(), self.promised(call.name));
    }

    /// Adds an edge that gives the result of a call any value in `range` (both bounds included) and has no
    /// other effect.
    pub(super) fn result_in(&mut self, call: &Call<'a>, result: Option<VarId>, range: Option<(i128, i128)>) {
        let Some(var) = result else { return };
        let range = self.fitting_range(var, range);
        let callee = call.name.to_owned();
        let action = Action::LibraryCall { callee, args: Vec::new(), result, range, writes_memory: false };
        self.step(action, call.span);
    }

    /// Returns `range` if all its values fit into the type of the variable that receives the result.
    fn fitting_range(&self, var: VarId, range: Option<(i128, i128)>) -> Option<(i128, i128)> {
        let ty = self.graph.var_info(var).ty.as_int()?;
        range.filter(|(min, max)| ty.min() <= *min && *max <= ty.max())
    }
}

/// Returns the variable of a place; `None` if the place is not a variable.
pub(super) fn variable(place: Option<&Lvalue>) -> Option<VarId> {
    match place {
        Some(Lvalue::Var { var, .. }) => Some(*var),
        _ => None,
    }
}
