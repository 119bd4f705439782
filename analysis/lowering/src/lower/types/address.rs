//! Evaluating constant addresses, by which programs spell `offsetof` themselves: `&((struct s *)0)->m`.

use super::TypeReader;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::IntType;

use crate::lower::{
    constant::Constant,
    ctype::{CType, Shape},
    usage::inner,
};

/// A function that recognises the innermost operand `s` of a place such as `s.a[1]`. It returns the operand's
/// address in bytes and its type, or `None` for other nodes.
pub(super) type Base<'a, 'f> = dyn FnMut(&mut TypeReader<'a>, Node<'_>) -> Option<(u64, CType)> + 'f;

impl<'a> TypeReader<'a> {
    /// Returns the address of a place in bytes, and the type of the object there. `base` recognises the
    /// place's innermost operand.
    pub(super) fn place_in(&mut self, node: Node<'_>, base: &mut Base<'a, '_>) -> Option<(u64, CType)> {
        let node = inner(node);
        if let Some(found) = base(self, node) {
            return Some(found);
        }
        let argument = node.field(Field::Argument)?;
        let (at, ty) = self.nested(|reader| reader.place_in(argument, base))?;
        match node.kind() {
            Kind::FieldExpression if node.field(Field::Operator)?.kind() == Kind::Dot => {
                let member = self.env.member(&ty, self.source(node.field(Field::Field)?))?;
                Some((at.checked_add(member.offset?)?, member.ty))
            }
            Kind::SubscriptExpression => {
                let index = self.evaluate(node.field(Field::Index)?)?;
                let Shape::Array(element, _) = &ty.shape else { return None };
                let bytes = self.env.size_of(element)?.checked_mul(u64::try_from(index.value).ok()?)?;
                Some((at.checked_add(bytes)?, element.as_ref().clone()))
            }
            _ => None,
        }
    }

    /// Evaluates a constant address such as `&((struct s *)0)->m`.
    pub(crate) fn constant_address(&mut self, node: Node<'_>) -> Option<Constant> {
        let node = inner(node);
        let is_address = node.kind() == Kind::PointerExpression
            && node.field(Field::Operator).is_some_and(|operator| operator.kind() == Kind::Ampersand);
        let at = match node.kind() {
            _ if is_address => {
                let place = node.field(Field::Argument)?;
                let mut base = |reader: &mut Self, node: Node<'_>| reader.constant_object(node);
                self.place_in(place, &mut base)?.0
            }
            Kind::CastExpression => {
                let ty = self.type_descriptor(node.field(Field::Type)?);
                let value = node.field(Field::Value).filter(|_| ty.is_pointer())?;
                let known = self.evaluate(value);
                return known.or_else(|| self.nested(|reader| reader.constant_address(value)));
            }
            _ => return None,
        };
        Some(Constant { value: i128::from(at), ty: IntType::address_of(self.env.model()) })
    }

    /// Returns the address in bytes and the type of an object at a constant address: `*(T *)0` or
    /// `((T *)0)->m`.
    fn constant_object(&mut self, node: Node<'_>) -> Option<(u64, CType)> {
        let argument = inner(node.field(Field::Argument)?);
        let operator = node.field(Field::Operator)?.kind();
        if argument.kind() != Kind::CastExpression {
            return None;
        }
        let ty = self.type_descriptor(argument.field(Field::Type)?);
        let at = self.nested(|reader| reader.constant_address(argument))?.value;
        let at = u64::try_from(at).ok()?;
        let object = ty.target()?.clone();
        match (node.kind(), operator) {
            (Kind::PointerExpression, Kind::Star) => Some((at, object)),
            (Kind::FieldExpression, Kind::Arrow) => {
                let member = self.env.member(&object, self.source(node.field(Field::Field)?))?;
                Some((at.checked_add(member.offset?)?, member.ty))
            }
            _ => None,
        }
    }
}
