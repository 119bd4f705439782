//! Objects with static storage that nothing writes: a read gives a value of their initialiser.

use std::sync::Arc;

use super::{
    Lowering,
    context::{Touch, names, touch},
    convert::Value,
    ctype::CType,
    types::Environment,
};
use csieve_base::text::Span;
use csieve_frontend::syntax::Node;
use csieve_graph::{Action, BinaryOp, ExprId, ExprKind, IntType, Type, way};

impl<'a> Lowering<'a> {
    /// Notes the values of a static array or structure that is declared inside the function at `node`, if the function
    /// only reads it.
    pub(super) fn note_table(
        &mut self,
        (name, address): (&str, ExprId),
        ty: &CType,
        (node, value): (Node<'a>, Option<Node<'a>>),
    ) {
        if !ty.is_aggregate() || !(ty.is_constant() || self.is_only_read(name, ty, node)) {
            return;
        }
        let listed = match value {
            Some(value) => self.type_reader().listed(ty, value),
            None => self.type_reader().zeros(ty),
        };
        if let Some(listed) = listed {
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
        all.all(|(name, at)| match touch((root, text), (name, at), ty, (context, &env)) {
            Touch::Reads => true,
            Touch::Passes(function) => is_of_library(function),
            Touch::Assigns | Touch::Anything => false,
        })
    }

    /// States between which bounds a value lies that is read from an object which nothing writes.
    pub(super) fn learn_listed(&mut self, value: &Value, span: Span) {
        let Some((low, high)) = self.listed_values(value.expr) else { return };
        if self.dead {
            return;
        }
        let value = value.expr;
        let action = if self.graph.exprs_ref().get(value).ty == Type::Pointer {
            let null = self.graph.exprs().null();
            let cond = self.graph.exprs().binary(BinaryOp::Eq, value, null, Type::Int(IntType::INT));
            Action::Assume { cond, holds: true }
        } else {
            Action::Learn { value, low, high }
        };
        self.step(action, span);
        self.graph.always(self.graph.last_edge());
    }

    /// Returns the bounds, both inclusive, of a value that is read from an object which nothing writes, if they say something.
    fn listed_values(&self, value: ExprId) -> Option<(i128, i128)> {
        if self.tables.is_empty() {
            return None;
        }
        let exprs = self.graph.exprs_ref();
        let read = exprs.get(value);
        let ExprKind::Load(address) = &read.kind else { return None };
        let (object, way) = way(exprs, *address);
        let (low, high) = self.tables.get(&object)?.range(&way, read.ty)?;
        let says_something = match read.ty {
            Type::Int(ty) => high - low <= most_width(ty),
            // Nothing is kept of pointers but that all are NULL.
            Type::Pointer => (low, high) == (0, 0),
            _ => false,
        };
        says_something.then_some((low, high))
    }
}

/// Returns the largest distance between bounds that say something of a value of a type. Tables of checksums have
/// nearly all values.
fn most_width(ty: IntType) -> i128 {
    let all = ty.max() - ty.min();
    if ty.bits < IntType::INT.bits { all - 1 } else { all / 2 }
}
