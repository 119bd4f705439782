//! Initialisers of objects in memory, and compound literals.

use tree_sitter::Node;

use super::super::{
    Lowered, Lowering,
    constant::Constant,
    convert::Value,
    ctype::{CType, Shape},
};
use crate::{
    cfg::{Action, ExprId, ExprKind, Type},
    text::Span,
};

impl<'a> Lowering<'a> {
    /// `(struct s){ ... }`: an unnamed object.
    pub(super) fn compound_literal(&mut self, node: Node<'a>) -> Lowered<Value> {
        let ty_node = self.field(node, "type")?;
        let ty = self.type_reader().type_descriptor(ty_node);
        let list = self.field(node, "value")?;
        let name = self.object_name("compound literal");
        let address = self.graph.exprs().add(ExprKind::Address(name), Type::Pointer);
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
        let mut position = Some(0_usize);
        let mut may_repeat = false;
        for item in list.named_children(&mut list.walk()) {
            if item.kind() == "comment" {
                continue;
            }
            let value = match item.kind() {
                "initializer_pair" => {
                    position = None;
                    may_repeat = true;
                    self.field(item, "value")?
                }
                _ => item,
            };
            let designator = item.child_by_field_name("designator");
            let (pointer, member) = self.item_place(address, ty, designator, position);
            if may_repeat {
                // What an earlier item gave the member does not count any more.
                let any = self.any(&CType::UNKNOWN);
                self.step(Action::Store { pointer, value: any.expr }, self.span(item));
            }
            if value.kind() == "initializer_list" {
                self.initialise_items(pointer, &member, value)?;
            } else {
                self.initialise_item(pointer, &member, value, self.span(item))?;
                if member.is_aggregate() || member.is_unknown() {
                    // Without braces the items that follow may be its members.
                    position = None;
                    may_repeat = true;
                }
            }
            position = position.map(|position| position + 1);
        }
        self.leave();
        Ok(())
    }

    fn initialise_item(&mut self, pointer: ExprId, ty: &CType, value: Node<'a>, span: Span) -> Lowered<()> {
        let value = self.value(value)?;
        // Constants say nothing that a check or a later read could use.
        if self.as_truth(&value).is_some() {
            return Ok(());
        }
        let value = if ty.is_aggregate() { value } else { self.converted(&value, ty) };
        self.step(Action::Store { pointer, value: value.expr }, span);
        Ok(())
    }

    /// Where an item of an initialiser goes, and its type.
    fn item_place(
        &mut self,
        address: ExprId,
        ty: &CType,
        designator: Option<Node<'a>>,
        position: Option<usize>,
    ) -> (ExprId, CType) {
        let name = match designator {
            Some(node) if node.kind() == "field_designator" => {
                node.named_child(0).map(|name| self.source(name))
            }
            _ => None,
        };
        let member = match name {
            Some(name) => Some((name.to_owned(), self.member_type(ty, name).0)),
            None if designator.is_none() => self
                .record(ty)
                .zip(position)
                .and_then(|(record, at)| record.fields.get(at))
                .map(|field| (field.name.clone(), field.ty.clone())),
            None => None,
        };
        if let Some((path, ty)) = member {
            let kind = ExprKind::Inside { base: address, path, index: None };
            return (self.graph.exprs().add(kind, Type::Pointer), ty);
        }
        let element = match &ty.shape {
            Shape::Array(element, _) => element.as_ref().clone(),
            _ => CType::UNKNOWN,
        };
        let known = position.filter(|_| designator.is_none() && matches!(ty.shape, Shape::Array(..)));
        let index = match known {
            Some(position) => self.constant(Constant::int(position as i128)).expr,
            None => self.any(&CType::LONG).expr,
        };
        let kind = ExprKind::Inside { base: address, path: String::new(), index: Some(index) };
        (self.graph.exprs().add(kind, Type::Pointer), element)
    }
}
