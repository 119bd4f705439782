//! The first values of local objects.

use csieve_base::text::Span;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Action, VarId};

use crate::lower::{Lowered, Lowering, convert::Value, ctype::CType, expressions::leaves, place::Lvalue};

impl<'a> Lowering<'a> {
    pub(super) fn start_scalar(
        &mut self,
        var: VarId,
        ty: &CType,
        value: Option<Node<'a>>,
        span: Span,
    ) -> Lowered<()> {
        let place = Lvalue::Var { var, ty: ty.clone() };
        match value {
            Some(value) if value.kind() == Kind::InitializerList => self.start_listed(&place, value, span),
            Some(value) => self.assign_from(&place, value, span, false).map(drop),
            None if ty.is_unknown() => {
                // An object of an unknown type may be an array, and the value of an array is its address.
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

    /// Gives first values to the variables for the members of a structure. If there is an initialiser,
    /// members without an item in it are zero.
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
        self.in_any_order(&leaves(list))?;
        for (_, var, ty) in fields {
            let zero = self.zero(ty.ty());
            let zero = self.converted(&Value { expr: zero, ty: ty.clone() }, ty);
            self.store(&Lvalue::Var { var: *var, ty: ty.clone() }, &zero, span);
        }
        let mut position = 0;
        for item in items(list) {
            let designated = item
                .field(Field::Designator)
                .map(|designator| designator.named_child(0).unwrap_or(designator))
                .map(|name| self.source(name));
            let value = item.field(Field::Value).filter(|_| item.kind() == Kind::InitializerPair);
            let value = value.unwrap_or(item);
            if let Some(name) = designated {
                position = fields.iter().position(|field| field.0 == name).unwrap_or(fields.len());
            }
            match fields.get(position) {
                Some((_, var, ty)) => self.start_scalar(*var, ty, Some(value), self.span(item))?,
                None => self.discard(value)?,
            }
            position += 1;
        }
        self.overridden_effects(list);
        Ok(())
    }

    /// Initialises a scalar by an initialiser in braces: `int x = { 1 };` or `int x = {};`.
    fn start_listed(&mut self, place: &Lvalue, list: Node<'a>, span: Span) -> Lowered<()> {
        let mut list = list;
        loop {
            match items(list).as_slice() {
                [] => {
                    let zero = self.zero(place.ty().ty());
                    let zero = self.converted(&Value { expr: zero, ty: place.ty().clone() }, place.ty());
                    self.store(place, &zero, span);
                    return Ok(());
                }
                [only] if only.kind() == Kind::InitializerList => list = *only,
                [only] if only.kind() != Kind::InitializerPair => {
                    return self.assign_from(place, *only, span, false).map(drop);
                }
                // Several items or a designator: the object must be a structure of an unknown type.
                _ => break,
            }
        }
        self.discard_items(list)?;
        let any = self.any(place.ty());
        self.store(place, &any, span);
        Ok(())
    }

    fn discard_items(&mut self, list: Node<'a>) -> Lowered<()> {
        self.enter(list)?;
        for item in items(list) {
            let value = item.field(Field::Value).filter(|_| item.kind() == Kind::InitializerPair);
            match value.unwrap_or(item) {
                value if value.kind() == Kind::InitializerList => self.discard_items(value)?,
                value => self.discard(value)?,
            }
        }
        self.leave();
        Ok(())
    }
}

fn items(list: Node<'_>) -> Vec<Node<'_>> {
    list.named_children().filter(|item| item.kind() != Kind::Comment).collect()
}
