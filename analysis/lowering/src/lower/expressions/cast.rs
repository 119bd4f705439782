//! Casts, and expressions that the grammar misreads as casts.

use csieve_frontend::syntax::{Field, Kind, Node};

use super::names::library_constant;
use crate::lower::{
    Lowered, Lowering,
    convert::Value,
    usage::{looks_like_macro, perhaps_cast},
};

impl<'a> Lowering<'a> {
    pub(super) fn cast_expression(&mut self, node: Node<'a>) -> Lowered<Value> {
        let ty_node = self.field(node, Field::Type)?;
        let operand = self.field(node, Field::Value)?;
        self.check_cast(ty_node, operand)?;
        self.effects_of_lengths(ty_node, false);
        let ty = self.type_reader().type_descriptor(ty_node);
        let value = self.value(operand)?;
        if ty.is_aggregate() {
            return Ok(self.any(&ty));
        }
        Ok(self.cast(&value, &ty))
    }

    /// Returns whether `(name) & x` may be a cast of `&x`, because nothing declares the name. A missing header may declare it
    /// as a type.
    pub(super) fn may_be_cast(&self, node: Node<'a>) -> bool {
        perhaps_cast(node).is_some_and(|(name, operand)| {
            let name = self.source(name);
            let is_unknown =
                self.meaning(name).is_none() && library_constant(name, self.context.model).is_none();
            is_unknown && !self.has_effects(operand)
        })
    }

    /// Rejects expressions that the grammar may misread as casts: it reads `(a) & b` as a cast of `&b`,
    /// whether or not `a` is a type.
    fn check_cast(&self, ty: Node<'a>, operand: Node<'a>) -> Lowered<()> {
        let Some(name) = ty.field(Field::Type).filter(|_| ty.named_child_count() == 1) else {
            return Ok(());
        };
        if name.kind() != Kind::TypeIdentifier {
            return Ok(());
        }
        let name_text = self.source(name);
        let may_be_operator = matches!(operand.kind(), Kind::PointerExpression | Kind::UnaryExpression)
            || operand.kind() == Kind::NumberLiteral && self.source(operand).starts_with(['-', '+']);
        let is_type = self.is_type_name(name_text);
        if self.is_value_name(name_text) || !is_type && may_be_operator && looks_like_macro(name_text) {
            return Err(self.skipped(&format!("`{name_text}` stands where a type is expected"), ty));
        }
        Ok(())
    }
}
