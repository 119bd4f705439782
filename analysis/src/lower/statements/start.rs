//! The first values of local objects.

use tree_sitter::Node;

use crate::{
    cfg::{Action, VarId},
    lower::{Lowered, Lowering, convert::Value, ctype::CType, place::Place},
    text::Span,
};

impl<'a> Lowering<'a> {
    pub(super) fn start_scalar(
        &mut self,
        var: VarId,
        ty: &CType,
        value: Option<Node<'a>>,
        span: Span,
    ) -> Lowered<()> {
        let place = Place::Var { var, ty: ty.clone() };
        match value {
            Some(value) if value.kind() == "initializer_list" => {
                let items: Vec<_> = value.named_children(&mut value.walk()).collect();
                match items.as_slice() {
                    [item] if !matches!(item.kind(), "initializer_pair" | "initializer_list" | "comment") => {
                        self.assign_from(&place, *item, span, false).map(drop)
                    }
                    _ => {
                        let any = self.any(ty);
                        self.store(&place, &any, span);
                        Ok(())
                    }
                }
            }
            Some(value) => self.assign_from(&place, value, span, false).map(drop),
            None if ty.is_unknown() => {
                // It may be an array, whose value is an address.
                let any = self.any(ty);
                self.store(&place, &any, span);
                Ok(())
            }
            None => {
                self.step(Action::Declare(var), span);
                Ok(())
            }
        }
    }

    /// A structure of scalars: members without an initialiser are zero if another has one.
    pub(super) fn start_fields(
        &mut self,
        fields: &[(String, VarId, CType)],
        value: Option<Node<'a>>,
        span: Span,
    ) -> Lowered<()> {
        let Some(list) = value else {
            for (_, var, _) in fields {
                self.step(Action::Declare(*var), span);
            }
            return Ok(());
        };
        if list.kind() != "initializer_list" {
            // The other branch of an `#if` copies a whole structure.
            self.discard(list)?;
            for (_, var, ty) in fields {
                let any = self.any(ty);
                self.store(&Place::Var { var: *var, ty: ty.clone() }, &any, span);
            }
            return Ok(());
        }
        let items: Vec<_> =
            list.named_children(&mut list.walk()).filter(|item| item.kind() != "comment").collect();
        for (_, var, ty) in fields {
            let zero = self.zero(ty.ty());
            let zero = self.converted(&Value { expr: zero, ty: ty.clone() }, ty);
            self.store(&Place::Var { var: *var, ty: ty.clone() }, &zero, span);
        }
        let mut position = 0;
        for item in items {
            let designated = item
                .child_by_field_name("designator")
                .and_then(|designator| designator.named_child(0))
                .map(|name| self.source(name));
            let value = item.child_by_field_name("value").unwrap_or(item);
            // After a designator the next member in order follows.
            position = match designated {
                Some(name) => fields.iter().position(|field| field.0 == name).unwrap_or(fields.len()),
                None => position,
            };
            let target = fields.get(position);
            position += 1;
            match target {
                Some((_, var, ty)) => {
                    let place = Place::Var { var: *var, ty: ty.clone() };
                    self.assign_from(&place, value, self.span(item), false)?;
                }
                None => self.discard(value)?,
            }
        }
        Ok(())
    }
}
