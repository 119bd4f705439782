//! The possible side effects of an expression, judged from its syntax tree before it is lowered.

use super::{
    Lowering,
    calls::{is_library_function, is_operator, is_that_function},
    convert::Value,
    place::Lvalue,
    scope::Symbol,
    types::arguments,
    usage::{addressed, identifiers, inner},
};
use csieve_base::text::Span;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Action, ExprId, ExprKind, Type, VarId, VarKind};

/// The objects that evaluating an expression may write.
#[derive(Clone, Debug, Default)]
struct Effects {
    vars: Vec<VarId>,
    /// Whether memory and every exposed variable may be written.
    memory: bool,
    anything: bool,
    /// Whether calls or statements cause the writes. C allows a call and a read in one expression in either order.
    /// With other writes, C forbids the read.
    by_call: bool,
}

/// A value that was read and saved before a later operand was evaluated, although C also allows reading it
/// after that operand.
#[derive(Clone, Debug)]
pub(super) struct Early {
    /// The temporary with the value.
    pub var: VarId,
    /// The expression that is read.
    pub value: ExprId,
    pub span: Span,
}

/// Returns the names `x` of the arguments `&x` of a call.
fn passed_by_address<'t>(call: Node<'_>, text: &'t str) -> Vec<&'t str> {
    arguments(call).into_iter().filter_map(addressed).map(|object| &text[object.byte_range()]).collect()
}

impl Lowering<'_> {
    fn effects(&self, node: Node<'_>) -> Effects {
        let mut effects = Effects::default();
        // Each node with whether the names in it are taken for written already.
        let mut pending = vec![(node, false)];
        while let Some((node, is_counted)) = pending.pop() {
            let mut is_counted = is_counted;
            match node.kind() {
                Kind::AssignmentExpression | Kind::UpdateExpression => {
                    let target = node.field(Field::Left).or_else(|| node.field(Field::Argument));
                    self.written_by(target.map(inner), &mut effects);
                }
                Kind::CallExpression if self.is_pure_call(node) => {}
                Kind::CallExpression => {
                    let called = node.field(Field::Function).map(|name| self.source(name));
                    let is_own =
                        |name: &str| self.is_defined_here(name) || self.summaries.replaced().has(name);
                    if called.is_some_and(|name| is_operator(name) && !is_own(name)) {
                        pending.extend(node.field(Field::Arguments).map(|arguments| (arguments, is_counted)));
                        continue;
                    }
                    (effects.memory, effects.by_call) = (true, true);
                    for name in passed_by_address(node, self.text) {
                        self.add_symbol(name, &mut effects);
                    }
                    let is_function =
                        |name: &str| self.context.functions.contains_key(name) || is_library_function(name);
                    if !is_counted && !called.is_some_and(is_function) {
                        // An unknown callee may be a macro, which may write its arguments.
                        is_counted = true;
                        for name in identifiers(node, self.text) {
                            self.add_symbol(name, &mut effects);
                        }
                    }
                }
                Kind::CompoundStatement | Kind::GnuAsmExpression => {
                    (effects.anything, effects.by_call) = (true, true);
                }
                _ => {}
            }
            pending.extend(node.named_children().map(|child| (child, is_counted)));
        }
        effects
    }

    /// Returns whether evaluating an expression may write anything.
    pub(super) fn has_effects(&self, node: Node<'_>) -> bool {
        let effects = self.effects(node);
        effects.anything || effects.memory || !effects.vars.is_empty()
    }

    /// Returns whether the file has the definition of the function with this name.
    fn is_defined_here(&self, name: &str) -> bool {
        self.context.functions.get(name).is_some_and(|function| function.defined)
    }

    /// Returns whether a call is a call of a library function that writes nothing.
    fn is_pure_call(&self, call: Node<'_>) -> bool {
        let Some(name) = call.field(Field::Function).map(|name| self.source(name)) else {
            return false;
        };
        let is_other = self.is_defined_here(name)
            || self.context.globals.contains_key(name)
            || self.scopes.is_local(name);
        let is_that = || {
            let declared = self.declared_function(name).zip(self.library.function(name));
            match declared {
                Some((declared, entry)) => {
                    let is_prototype = declared.params.is_some();
                    is_prototype && is_that_function(entry, declared, self.context)
                }
                None => self.context.has_library(),
            }
        };
        !is_other
            && self.library.writes_nothing(name)
            && !self.writes_hidden(name)
            && !self.is_replaced(name)
            && is_that()
    }

    fn written_by(&self, target: Option<Node<'_>>, effects: &mut Effects) {
        let Some(target) = target else { return };
        match self.scopes.get(self.source(target)) {
            Some(Symbol::Scalar { var, .. }) if target.kind() == Kind::Identifier => {
                effects.vars.push(*var);
                effects.memory |= self.graph.var_info(*var).exposed;
            }
            _ => {
                effects.memory = true;
                for name in identifiers(target, self.text) {
                    self.add_symbol(name, effects);
                }
            }
        }
    }

    fn add_symbol(&self, name: &str, effects: &mut Effects) {
        match self.scopes.get(name) {
            Some(Symbol::Scalar { var, .. }) => effects.vars.push(*var),
            Some(Symbol::Fields { fields, .. }) => effects.vars.extend(fields.iter().map(|field| field.1)),
            _ => {}
        }
    }

    fn may_change(&self, expr: ExprId, effects: &Effects) -> bool {
        let mut changed = effects.anything;
        self.graph.exprs_ref().walk(expr, |id, expr| match expr.kind {
            ExprKind::Var(var) => {
                changed |= effects.vars.contains(&var) || effects.memory && self.graph.var_info(var).exposed;
            }
            ExprKind::Load(_) => changed |= effects.memory,
            ExprKind::Any(_) => changed |= effects.memory && self.any_reads_memory(id),
            _ => {}
        });
        changed
    }

    /// Makes a value independent of the side effects of `later`, an expression that is evaluated after it, by
    /// saving the value in a temporary if necessary.
    pub(super) fn protect(&mut self, value: Value, later: Node<'_>, span: Span) -> Value {
        let mut values = [(value, span)];
        self.protect_all(&mut values, later);
        let [(value, _)] = values;
        value
    }

    /// Makes values independent of the side effects of `later`, an expression that is evaluated after them,
    /// by saving the values in temporaries if necessary. Each value has the span of its expression.
    pub(super) fn protect_all(&mut self, values: &mut [(Value, Span)], later: Node<'_>) {
        let effects = self.effects(later);
        if !effects.memory && !effects.anything && effects.vars.is_empty() {
            return;
        }
        for (value, span) in values {
            if self.may_change(value.expr, &effects) {
                value.expr = self.stable(value.expr, &effects, *span);
            }
        }
    }

    /// Makes a place independent of the side effects of `later`, an expression that is evaluated after the
    /// place, by saving the place's pointer in a temporary if necessary.
    pub(super) fn protect_place(&mut self, place: Lvalue, later: Node<'_>, span: Span) -> Lvalue {
        let Lvalue::Memory { pointer, ty, hidden, span: access } = place else { return place };
        let effects = self.effects(later);
        let pointer = self.stable_pointer(pointer, &effects, span);
        Lvalue::Memory { pointer, ty, hidden, span: access }
    }

    /// Rebuilds a pointer. Its root and indices are replaced by temporaries where the side effects in
    /// `effects` may change them.
    fn stable_pointer(&mut self, pointer: ExprId, effects: &Effects, span: Span) -> ExprId {
        if !self.may_change(pointer, effects) {
            return pointer;
        }
        let mut steps = Vec::new();
        let mut base = pointer;
        while let ExprKind::Inside { base: next, path, index } = self.graph.exprs_ref().get(base).kind.clone()
        {
            steps.push((base, path, index));
            base = next;
        }
        let mut stable = self.stable(base, effects, span);
        for (unstable, path, index) in steps.into_iter().rev() {
            let index = index.map(|index| self.stable(index, effects, span));
            stable = self.graph.exprs().add(ExprKind::Inside { base: stable, path, index }, Type::Pointer);
            self.note_copy(unstable, stable);
        }
        stable
    }

    fn stable(&mut self, expr: ExprId, effects: &Effects, span: Span) -> ExprId {
        if !self.may_change(expr, effects) {
            return expr;
        }
        let name = self.graph.expr_text(expr);
        let saved = self.save_expr(expr, name, span);
        if let (true, ExprKind::Var(var)) = (effects.by_call, &self.graph.exprs_ref().get(saved).kind) {
            self.early.push(Early { var: *var, value: expr, span });
        }
        saved
    }

    /// Returns the number of values saved early so far. The caller evaluates later operands and then passes
    /// this number to [`Lowering::settle`].
    pub(super) fn early(&self) -> usize {
        self.early.len()
    }

    /// Allows each value that was saved early, from index `since` on, to be read late instead: a branch
    /// assigns the value to its temporary again.
    pub(super) fn settle(&mut self, since: usize) {
        for early in self.early.split_off(since) {
            if self.dead {
                continue;
            }
            let before = self.graph.step(self.here, Action::Skip, early.span);
            let after =
                self.graph.step(self.here, Action::Assign { var: early.var, value: early.value }, early.span);
            self.merge(&[before, after], early.span);
        }
    }

    /// Allows each value that was saved early, from index `since` on, to be read here instead. It may be read
    /// later still.
    pub(super) fn reread(&mut self, since: usize) {
        let again = self.early.get(since..).unwrap_or_default().to_vec();
        self.settle(since);
        self.early.extend(again);
    }

    /// Saves a value in a temporary that is named after the expression at `span`.
    pub(super) fn save(&mut self, value: &Value, span: Span) -> Value {
        let name = self.text[self.base..].get(span.range()).unwrap_or_default().to_owned();
        self.save_as(value, name, span)
    }

    /// Saves a value in a new temporary with the given name, which is shown to the user.
    pub(super) fn save_as(&mut self, value: &Value, name: String, span: Span) -> Value {
        Value { expr: self.save_expr(value.expr, name, span), ty: value.ty.clone() }
    }

    fn save_expr(&mut self, expr: ExprId, name: String, span: Span) -> ExprId {
        let ty = self.graph.exprs_ref().get(expr).ty;
        let var = self.graph.var(name, ty, VarKind::Temp);
        self.step(Action::Assign { var, value: expr }, span);
        self.graph.exprs().var(var, ty)
    }

    /// Adds a temporary variable, which has no value yet.
    pub(super) fn temporary(&mut self, ty: &super::ctype::CType, name: String) -> Lvalue {
        let var = self.graph.var(name, ty.ty(), VarKind::Temp);
        Lvalue::Var { var, ty: ty.unqualified() }
    }

    /// Adds an opaque edge, on which the variables with these names, exposed variables and memory may change.
    pub(super) fn opaque(&mut self, names: &[&str], span: Span) {
        let mut effects = Effects::default();
        for name in names {
            self.add_symbol(name, &mut effects);
        }
        effects.vars.sort_unstable();
        effects.vars.dedup();
        self.step(Action::Opaque { vars: effects.vars }, span);
    }
}
