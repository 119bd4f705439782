//! Initialisers of objects in memory, and compound literals.

use tree_sitter::Node;

use super::{
    super::{
        Lowered, Lowering,
        convert::Value,
        ctype::{CType, Shape},
    },
    subobject::SubObject,
};
use crate::{
    cfg::{Action, ExprId},
    text::Span,
};

impl<'a> Lowering<'a> {
    /// `(struct s){ ... }`: an unnamed object.
    pub(super) fn compound_literal(&mut self, node: Node<'a>) -> Lowered<Value> {
        let ty_node = self.field(node, "type")?;
        let list = self.field(node, "value")?;
        let ty = self.type_reader().type_descriptor(ty_node);
        let ty = self.type_reader().completed(ty, list);
        let name = self.object_name("compound literal");
        let address = self.graph.automatic(name);
        let span = self.span(node);
        self.initialise(address, &ty, list, span)?;
        Ok(match ty.shape {
            Shape::Array(..) => Value { expr: address, ty: ty.decayed() },
            _ => Value { expr: address, ty: ty.pointer() },
        })
    }

    /// Gives an object in memory its first value.
    pub(in crate::lower) fn initialise(
        &mut self,
        address: ExprId,
        ty: &CType,
        value: Node<'a>,
        span: Span,
    ) -> Lowered<()> {
        if value.kind() == "initializer_list" {
            let any = self.any(&CType::UNKNOWN);
            self.step(Action::Store { pointer: address, value: any.expr }, span);
            return self.initialise_items(address, ty, value);
        }
        if !ty.is_aggregate() && !ty.is_unknown() {
            let value = self.value(value)?;
            let value = self.converted(&value, ty);
            self.step(Action::Store { pointer: address, value: value.expr }, span);
            return Ok(());
        }
        self.discard(value)?;
        let any = self.any(&CType::UNKNOWN);
        self.step(Action::Store { pointer: address, value: any.expr }, span);
        Ok(())
    }

    fn initialise_items(&mut self, address: ExprId, ty: &CType, list: Node<'a>) -> Lowered<()> {
        self.enter(list)?;
        let mut position = Some(0);
        let mut may_repeat = false;
        for item in list.named_children(&mut list.walk()).filter(|item| item.kind() != "comment") {
            let value = item.child_by_field_name("value").filter(|_| item.kind() == "initializer_pair");
            let value = value.unwrap_or(item);
            let designators: Vec<Node<'a>> =
                item.children_by_field_name("designator", &mut item.walk()).collect();
            let mut sub = if designators.is_empty() {
                self.positioned(address, ty, position)
            } else {
                self.designated(address, ty, &designators)
            };
            let is_list = value.kind() == "initializer_list";
            if !is_list && designators.is_empty() && !self.takes_whole(&sub.ty, value) {
                // Without its braces an aggregate takes several items.
                sub = self.positioned(address, ty, None);
            }
            position = sub.next;
            may_repeat |= !designators.is_empty() || position.is_none();
            if may_repeat {
                // What an earlier item gave the member does not count any more.
                let any = self.any(&CType::UNKNOWN);
                self.step(Action::Store { pointer: sub.pointer, value: any.expr }, self.span(item));
            }
            if is_list {
                self.initialise_items(sub.pointer, &sub.ty, value)?;
            } else {
                self.initialise_item(&sub, value, self.span(item))?;
            }
        }
        self.leave();
        Ok(())
    }

    fn takes_whole(&mut self, ty: &CType, value: Node<'a>) -> bool {
        match &ty.shape {
            Shape::Array(..) => matches!(value.kind(), "string_literal" | "concatenated_string"),
            Shape::Record(_) => self.type_reader().type_of(value).shape == ty.shape,
            _ => !ty.is_unknown(),
        }
    }

    fn initialise_item(&mut self, sub: &SubObject, value: Node<'a>, span: Span) -> Lowered<()> {
        let value = self.value(value)?;
        // Constants say nothing that a check or a later read could use.
        if self.as_truth(&value).is_some() {
            return Ok(());
        }
        let value = if sub.ty.is_aggregate() { value } else { self.converted(&value, &sub.ty) };
        self.step(Action::Store { pointer: sub.pointer, value: value.expr }, span);
        Ok(())
    }
}
