//! Lowering of calls of library functions, according to the library table.

use std::sync::Arc;

use super::{Call, Wanted, format::Most};
use csieve_base::library::{ActsLike, Entry, Fills, Library, NonnullIf, NullResult, Returns, ReturnsIf};
use csieve_base::{model::DataModel, text::Span};
use csieve_domains::interval::type_range;
use csieve_frontend::syntax::Kind;
use csieve_graph::{
    Access, Action, BinaryOp, CallTarget, CfgBuilder, ExprId, ExprKind, IntType, Loc, Type, UnaryOp, VarId,
};

use crate::lower::{
    Lowered, Lowering,
    convert::Value,
    ctype::CType,
    place::Lvalue,
    scope::Symbol,
    usage::{addressed, inner},
};

/// Returns whether a format string, which is given by its source text, contains the conversion `%n`, with or without a
/// width or a length modifier. Errs on the side of yes.
pub(in crate::lower) fn says_n(format: &str) -> bool {
    let text = spelled_out(format);
    let mut left = text.as_str();
    while let Some((_, behind)) = left.split_once('%') {
        if let Some(behind) = behind.strip_prefix('%') {
            left = behind;
            continue;
        }
        let letter = behind.trim_start_matches(|c: char| !c.is_ascii_alphabetic() && c != '%');
        if letter.trim_start_matches(['h', 'l', 'j', 'z', 't', 'q', 'w', 'L', 'I']).starts_with('n') {
            return true;
        }
        left = behind;
    }
    false
}

/// Returns the text of adjacent string literals without the quotes and spaces between them, and with characters in place
/// of their escapes.
fn spelled_out(source: &str) -> String {
    let mut text = String::with_capacity(source.len());
    for (at, part) in pieces(source).into_iter().enumerate() {
        let is_literal = at % 2 == 1;
        if is_literal {
            unescape(part, &mut text);
        } else if !part.trim().is_empty() {
            text.push('"');
            text += part;
        }
    }
    text
}

/// Splits a source text at its quotes: every second part is the text of a literal.
fn pieces(source: &str) -> Vec<&str> {
    let (mut pieces, mut start, mut escaped) = (Vec::new(), 0, false);
    for (at, byte) in source.bytes().enumerate() {
        if byte == b'"' && !escaped {
            pieces.push(&source[start..at]);
            start = at + 1;
        }
        escaped = byte == b'\\' && !escaped;
    }
    pieces.push(&source[start..]);
    pieces
}

/// Adds the text of a literal to `text`. Escapes that stand for no letter become a space.
fn unescape(literal: &str, text: &mut String) {
    let mut left = literal;
    while let Some((before, behind)) = left.split_once('\\') {
        *text += before;
        let digits = |from: usize, radix: u32, most: usize| {
            let is_digit = |letter: &char| letter.is_digit(radix);
            from + behind[from..].chars().take(most).take_while(is_digit).count()
        };
        let (radix, from, end) = match behind.as_bytes().first() {
            Some(b'x') => (16, 1, digits(1, 16, usize::MAX)),
            Some(b'u') => (16, 1, digits(1, 16, 4)),
            Some(b'U') => (16, 1, digits(1, 16, 8)),
            Some(b'0'..=b'7') => (8, 0, digits(0, 8, 3)),
            _ => (16, 0, 0),
        };
        let number = u32::from_str_radix(&behind[from..end], radix).ok();
        text.push(number.and_then(|number| char::from_u32(number & 0xff)).unwrap_or(' '));
        let skipped = behind.chars().next().map_or(0, char::len_utf8);
        left = &behind[end.max(skipped)..];
    }
    *text += left;
}

pub(super) fn result_type(returns: Returns, model: DataModel) -> CType {
    match returns {
        Returns::Void => CType::VOID,
        Returns::Int => CType::int(IntType::int_of(model)),
        Returns::Long => CType::int(IntType::long_of(model)),
        Returns::Size => CType::int(IntType::size_of(model)),
        Returns::Pointer | Returns::First => CType::VOID.pointer(),
        Returns::Float => CType::DOUBLE,
        Returns::Unknown => CType::UNKNOWN,
    }
}

/// Returns the type of the result of a library function, if the name alone determines it.
pub(in crate::lower) fn library_result(name: &str, model: DataModel) -> Option<CType> {
    let entry = Library::built_in().function(name).filter(|entry| !entry.common)?;
    matches!(entry.returns, Returns::Void | Returns::Int | Returns::Long | Returns::Size)
        .then(|| result_type(entry.returns, model))
}

/// Returns whether two types are the same in the graph. Integers may differ in signedness.
pub(super) fn is_alike(one: &CType, other: &CType) -> bool {
    match (one.ty(), other.ty()) {
        (Type::Int(one), Type::Int(other)) => one.bits == other.bits,
        (one, other) => one == other,
    }
}

impl<'a> Lowering<'a> {
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
        let ty = match entry.returns {
            // Without a declaration, C takes the result for an `int`.
            Returns::Long | Returns::Size | Returns::Float if !self.is_told(call) => CType::UNKNOWN,
            returns => result_type(returns, self.context.model),
        };
        self.result_as_declared(call.name, ty)
    }

    /// Lowers a call of a function in the library table.
    pub(super) fn library_call(&mut self, call: &Call<'a>, entry: &'a Arc<Entry>) -> Lowered<Value> {
        let first = self.graph.edge_count();
        let value = if self.is_told(call) {
            self.call_by_role(call, entry)?
        } else {
            self.untold_call(call, |lowering| lowering.call_by_role(call, entry))?
        };
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
        if let Some(checked) = entry.returns_if {
            self.returns_if(call, checked, &args);
        }
        Ok(value)
    }

    /// Ends the runs of a call that checks its arguments and does not find them right.
    fn returns_if(&mut self, call: &Call<'a>, checked: ReturnsIf, args: &[Value]) {
        let all: Option<Vec<&Value>> = checked.arguments().into_iter().map(|at| args.get(at)).collect();
        let Some(all) = all else { return };
        let ty = |graph: &CfgBuilder, value: &Value| graph.exprs_ref().get(value.expr).ty;
        let first = ty(&self.graph, all[0]);
        // Values of different types are compared in a third one.
        if all.iter().any(|value| ty(&self.graph, value) != first) {
            return;
        }
        let (cond, holds) = match (checked, first) {
            (ReturnsIf::Zero(_) | ReturnsIf::Nonzero(_), _) => {
                let is_right = |number: i128| (number == 0) == matches!(checked, ReturnsIf::Zero(_));
                match self.as_constant(all[0]) {
                    Some(constant) if is_right(constant.value) => return,
                    Some(_) => return self.stop(),
                    None => (all[0].expr, !matches!(checked, ReturnsIf::Zero(_))),
                }
            }
            (ReturnsIf::NotNegative(_), Type::Int(int)) => {
                let zero = self.graph.exprs().constant(0, int);
                (self.compared(BinaryOp::Lt, all[0].expr, zero), false)
            }
            (ReturnsIf::NotNegative(_), _) => return,
            (ReturnsIf::Equal(..) | ReturnsIf::Different(..), _) => {
                let equal = self.compared(BinaryOp::Eq, all[0].expr, all[1].expr);
                (equal, matches!(checked, ReturnsIf::Equal(..)))
            }
        };
        let start = self.here;
        self.step(Action::Assume { cond, holds: !holds }, call.span);
        self.graph.asked_by(self.graph.last_edge(), call.span);
        self.here = self.graph.step(start, Action::Assume { cond, holds }, call.span);
        self.graph.asked_by(self.graph.last_edge(), call.span);
    }

    fn compared(&mut self, op: BinaryOp, one: ExprId, other: ExprId) -> ExprId {
        self.graph.exprs().binary(op, one, other, Type::Int(IntType::INT))
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
        let to = if acts_like == ActsLike::Abs { self.int() } else { self.long() };
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

#[cfg(test)]
mod tests {
    use super::says_n;

    #[test]
    fn formats_that_store_a_count() {
        for format in [
            r#""%n""#,
            r#""%5ln""#,
            r#""ab%l" "n""#,
            r#""ab\x25n""#,
            r#""\45\156""#,
            r#""%%%n""#,
            r#""%d%hhn""#,
        ] {
            assert!(says_n(format), "{format}");
        }
        for format in
            [r#""100 %%\n""#, r#""%d\n""#, r#""%%n""#, r#""n %s""#, r#""\033[1m%s\033[0m""#, r#""%d" "name""#]
        {
            assert!(!says_n(format), "{format}");
        }
    }
}
