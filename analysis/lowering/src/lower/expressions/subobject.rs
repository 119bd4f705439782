//! Finding the part of an object that an item of an initialiser list belongs to.

use super::super::{
    Lowering,
    constant::Constant,
    ctype::{CType, Shape},
};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{ExprId, ExprKind, Type};

/// A part of an object that an item of an initialiser list initialises.
#[derive(Debug)]
pub(super) struct SubObject {
    pub pointer: ExprId,
    pub ty: CType,
    /// The position of the part after this one in the object around both, or `None` if it is not known.
    pub next: Option<usize>,
    /// Whether it is not known which part of the object this is.
    pub is_somewhere: bool,
}

impl<'a> Lowering<'a> {
    /// Returns the part at a position of an object: an element by index, a member by order. For an unknown
    /// position, returns an unknown part of the object.
    pub(super) fn positioned(&mut self, address: ExprId, ty: &CType, at: Option<usize>) -> SubObject {
        let Some(at) = at else { return self.somewhere(address) };
        let next = Some(at + 1);
        match &ty.shape {
            Shape::Array(element, _) => {
                let index = self.constant(Constant::int(at as i128, self.context.model)).expr;
                let pointer = self.inside(address, String::new(), Some(index));
                self.note_element(pointer, &ty.decayed());
                SubObject { pointer, ty: element.as_ref().clone(), next, is_somewhere: false }
            }
            Shape::Record(_) => {
                let known = self.record(ty).filter(|record| record.exact && (at == 0 || !record.union));
                let field = known.and_then(|record| record.fields.get(at)).cloned();
                match field {
                    Some(field) if field.name.is_empty() => {
                        SubObject { pointer: address, ty: field.ty, next, is_somewhere: false }
                    }
                    Some(field) => {
                        let pointer = self.inside(address, field.name.clone(), None);
                        self.note_member(pointer, ty, &field.name);
                        SubObject { pointer, ty: field.ty, next, is_somewhere: false }
                    }
                    None => self.somewhere(address),
                }
            }
            _ if at == 0 && !ty.is_unknown() => {
                SubObject { pointer: address, ty: ty.clone(), next, is_somewhere: false }
            }
            _ => self.somewhere(address),
        }
    }

    /// Returns the part that designators such as `.a[1].b` name.
    pub(super) fn designated(&mut self, address: ExprId, ty: &CType, path: &[Node<'a>]) -> SubObject {
        let mut sub = SubObject { pointer: address, ty: ty.clone(), next: None, is_somewhere: false };
        for designator in path {
            let name = match designator.kind() {
                Kind::FieldIdentifier => Some(*designator),
                Kind::FieldDesignator => designator.named_child(0),
                _ => None,
            };
            sub = match name {
                Some(name) => self.named_part(&sub, self.source(name)),
                None => self.indexed_part(&sub, *designator),
            };
        }
        // After a path of several designators, C continues inside the inner object, at a position that is not
        // tracked.
        SubObject { next: sub.next.filter(|_| path.len() == 1), ..sub }
    }

    fn named_part(&mut self, around: &SubObject, name: &str) -> SubObject {
        let known = self.record(&around.ty).filter(|record| record.exact && !record.union);
        let at = known.and_then(|record| record.position(name));
        let ty = self.member_type(&around.ty, name).0;
        let pointer = self.inside(around.pointer, name.to_owned(), None);
        self.note_member(pointer, &around.ty, name);
        SubObject { pointer, ty, next: at.map(|at| at + 1), is_somewhere: around.is_somewhere }
    }

    fn indexed_part(&mut self, around: &SubObject, designator: Node<'a>) -> SubObject {
        let ty = around.ty.target().filter(|_| !around.ty.is_pointer()).cloned();
        let (single, last) = match designator.kind() {
            Kind::SubscriptDesignator => (true, designator.named_child(0)),
            _ => (false, designator.field(Field::End)),
        };
        let last = last.and_then(|last| self.type_reader().evaluate(last));
        let index = match last.filter(|_| single) {
            Some(index) => self.constant(index).expr,
            None => self.any(&self.difference()).expr,
        };
        let next = last.and_then(|last| usize::try_from(last.value + 1).ok());
        let pointer = self.inside(around.pointer, String::new(), Some(index));
        self.note_element(pointer, &around.ty.decayed());
        SubObject {
            pointer,
            ty: ty.unwrap_or(CType::UNKNOWN),
            next,
            is_somewhere: around.is_somewhere || !single || last.is_none(),
        }
    }

    fn somewhere(&mut self, address: ExprId) -> SubObject {
        let index = self.any(&self.difference()).expr;
        let pointer = self.inside(address, String::new(), Some(index));
        SubObject { pointer, ty: CType::UNKNOWN, next: None, is_somewhere: true }
    }

    fn inside(&mut self, base: ExprId, path: String, index: Option<ExprId>) -> ExprId {
        self.graph.exprs().add(ExprKind::Inside { base, path, index }, Type::Pointer)
    }
}
