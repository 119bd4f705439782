//! What the evaluation of an expression may change, judged from its tree before it is lowered.

use tree_sitter::Node;

use super::{Lowering, convert::Value, place::Place, scope::Symbol, usage::{identifiers, inner}};
use crate::{
    cfg::{Action, ExprId, ExprKind, VarId, VarKind},
    text::Span,
};

/// What evaluating an expression may write.
#[derive(Clone, Debug, Default)]
struct Effects {
    vars: Vec<VarId>,
    /// Memory, and with it every exposed variable.
    memory: bool,
    anything: bool,
}

impl Lowering<'_> {
    fn effects(&self, node: Node<'_>) -> Effects {
        let mut effects = Effects::default();
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            match node.kind() {
                "assignment_expression" | "update_expression" => {
                    let target =
                        node.child_by_field_name("left").or_else(|| node.child_by_field_name("argument"));
                    self.written_by(target.map(inner), &mut effects);
                }
                "call_expression" => {
                    effects.memory = true;
                    let called = node.child_by_field_name("function").map(|name| self.source(name));
                    if called.is_none_or(|name| !self.context.functions.contains_key(name)) {
                        // A macro may write what it is given.
                        for name in identifiers(node, self.text) {
                            self.add_symbol(name, &mut effects);
                        }
                    }
                }
                "compound_statement" | "gnu_asm_expression" => effects.anything = true,
                _ => {}
            }
            pending.extend(node.named_children(&mut node.walk()));
        }
        effects
    }

    fn written_by(&self, target: Option<Node<'_>>, effects: &mut Effects) {
        let Some(target) = target else { return };
        effects.memory = true;
        for name in identifiers(target, self.text) {
            self.add_symbol(name, effects);
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
        self.graph.exprs_ref().walk(expr, |_, expr| match expr.kind {
            ExprKind::Var(var) => {
                changed |= effects.vars.contains(&var) || effects.memory && self.graph.var_info(var).exposed;
            }
            ExprKind::Load(_) => changed |= effects.memory,
            _ => {}
        });
        changed
    }

    /// The value, in a form that stays the same while another expression is evaluated.
    pub fn protect(&mut self, value: Value, later: Node<'_>, span: Span) -> Value {
        let effects = self.effects(later);
        let has_effects = effects.memory || effects.anything || !effects.vars.is_empty();
        if has_effects && self.may_change(value.expr, &effects) { self.save(&value, span) } else { value }
    }

    /// The place, in a form that stays the same while another expression is evaluated.
    pub fn protect_place(&mut self, place: Place, later: Node<'_>, span: Span) -> Place {
        match place {
            Place::Memory { pointer, ty, hidden } => {
                let effects = self.effects(later);
                // Only the root can change under way; the way from it to the object is kept.
                let pointer = if self.may_change(pointer, &effects) {
                    self.save(&Value { expr: pointer, ty: ty.clone().pointer() }, span).expr
                } else {
                    pointer
                };
                Place::Memory { pointer, ty, hidden }
            }
            other => other,
        }
    }

    /// Keeps the value in a temporary.
    pub fn save(&mut self, value: &Value, span: Span) -> Value {
        let name = self.text[self.base..][span.range()].to_owned();
        let place = self.temporary(&value.ty, name);
        self.store(&place, value, span);
        self.current(&place)
    }

    /// A new temporary.
    pub fn temporary(&mut self, ty: &super::ctype::CType, name: String) -> Place {
        let var = self.graph.var(name, ty.ty(), VarKind::Temp);
        Place::Var { var, ty: ty.unqualified() }
    }

    /// Something not understood happens to these names.
    pub fn opaque(&mut self, names: &[&str], span: Span) {
        let mut effects = Effects::default();
        for name in names {
            self.add_symbol(name, &mut effects);
        }
        effects.vars.sort_unstable();
        effects.vars.dedup();
        self.step(Action::Opaque { vars: effects.vars }, span);
    }
}
