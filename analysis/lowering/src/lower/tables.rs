//! Objects with static storage that nothing writes: a read gives a value of their initialiser.

use std::sync::Arc;

use super::{
    Lowering,
    context::{names, only_reads},
    convert::Value,
    ctype::CType,
    types::{Environment, Level},
};
use csieve_base::text::Span;
use csieve_frontend::syntax::Node;
use csieve_graph::{Action, ExprId, ExprKind, IntType, Type};

impl<'a> Lowering<'a> {
    /// Notes the values of a static array or structure that is declared inside the function, if the function only
    /// reads it.
    pub(super) fn note_table(&mut self, (name, address): (&str, ExprId), ty: &CType, value: Node<'a>) {
        if !ty.is_aggregate() || !(ty.is_constant() || self.is_only_read(name, ty, value)) {
            return;
        }
        if let Some(listed) = self.type_reader().listed(ty, value) {
            self.note_unwritten(ty);
            self.tables.insert(address, Arc::new(listed));
        }
    }

    /// Returns whether the text around the declaration of an object only reads it.
    fn is_only_read(&mut self, name: &str, ty: &CType, declared: Node<'a>) -> bool {
        let mut root = declared;
        while let Some(parent) = root.parent() {
            root = parent;
        }
        let (text, context) = (self.text, self.context);
        let (library, summaries) = (self.library, self.summaries);
        let is_of_library =
            |function: &str| !(summaries.replaced().has(function) && library.is_built_in_function(function));
        let env = Environment::Function { scopes: &mut self.scopes, context };
        let mut all = names(text).filter(|(other, _)| *other == name);
        all.all(|(name, at)| {
            let read = only_reads((root, text), (name, at), ty, (context, &env));
            read.is_some_and(|function| function.is_none_or(is_of_library))
        })
    }

    /// States between which bounds a value lies that is read from an object which nothing writes.
    pub(super) fn learn_listed(&mut self, value: &Value, span: Span) {
        let Some((low, high)) = self.listed_values(value.expr) else { return };
        if !self.dead {
            self.step(Action::Learn { value: value.expr, low, high }, span);
            self.graph.always(self.graph.last_edge());
        }
    }

    /// Returns the bounds of a value that is read from an object which nothing writes, if they say something.
    fn listed_values(&self, value: ExprId) -> Option<(i128, i128)> {
        if self.tables.is_empty() {
            return None;
        }
        let exprs = self.graph.exprs_ref();
        let read = exprs.get(value);
        let (ExprKind::Load(address), Type::Int(ty)) = (&read.kind, read.ty) else { return None };
        let mut pointer = *address;
        let (mut way, mut indices) = (Vec::<Level>::new(), 0);
        while let ExprKind::Inside { base, path, .. } = &exprs.get(pointer).kind {
            if path.is_empty() {
                indices += 1;
            } else {
                way.push((path.clone(), std::mem::take(&mut indices)));
            }
            pointer = *base;
        }
        way.push((String::new(), indices));
        way.reverse();
        let (low, high) = self.tables.get(&pointer)?.range(&way, ty)?;
        (high - low <= most_width(ty)).then_some((low, high))
    }
}

/// Returns the largest distance between bounds that say something of a value of a type. Tables of checksums have
/// nearly all values.
fn most_width(ty: IntType) -> i128 {
    let all = ty.max() - ty.min();
    if ty.bits < IntType::INT.bits { all - 1 } else { all / 2 }
}
