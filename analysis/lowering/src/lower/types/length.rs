//! The length that an initialiser gives to an array.

use super::{TypeReader, declarator::inner_declarator};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::IntType;

use crate::lower::{
    ctype::{CType, Shape},
    literal,
};

impl TypeReader<'_> {
    /// Returns the type of an object with an initialiser. If it is an array whose `declarator` states no length, it
    /// gets the length that the initialiser gives, if that can be computed.
    pub(crate) fn completed(&mut self, ty: CType, declarator: Option<Node<'_>>, value: Node<'_>) -> CType {
        let Shape::Array(element, None) = &ty.shape else { return ty };
        if declarator.is_some_and(states_length) {
            return ty;
        }
        let length = match value.kind() {
            Kind::InitializerList => self.listed_length(element, value),
            Kind::StringLiteral | Kind::ConcatenatedString => self.string_array_length(element, value),
            _ => None,
        };
        CType { shape: Shape::Array(element.clone(), length), ..ty }
    }

    /// Returns the size in bytes of an object with an initialiser, which may give values to the flexible array member at
    /// the end of a structure. `None` if that is not known.
    pub(crate) fn initialised_size(&mut self, ty: &CType, value: Node<'_>) -> Option<u64> {
        let size = self.env.size_of(ty)?;
        let Some(record) = self.env.record(ty).filter(|record| !record.union) else { return Some(size) };
        let fields = record.fields.clone();
        let last = fields.last().filter(|last| matches!(last.ty.shape, Shape::Array(_, None | Some(0))));
        let Some(last) = last else { return Some(size) };
        let Shape::Array(element, _) = &last.ty.shape else { return None };
        let open = CType { shape: Shape::Array(element.clone(), None), ..last.ty.clone() };
        let (mut next, mut end) = (0, size);
        for item in value.named_children().filter(|item| item.kind() != Kind::Comment) {
            let mut given = item;
            if item.kind() == Kind::InitializerPair {
                let designators: Vec<Node<'_>> = item.fields(Field::Designator).collect();
                let [designator] = designators.as_slice() else { return None };
                let name = self.source(designator.named_child(0)?);
                next = fields.iter().position(|field| field.name == name)?;
                given = item.field(Field::Value)?;
            }
            let field = fields.get(next)?;
            if !self.is_whole(&field.ty, given) {
                return None;
            }
            if next + 1 == fields.len() {
                let Shape::Array(_, length) = self.completed(open.clone(), None, given).shape else {
                    return None;
                };
                let bytes = length?.checked_mul(self.env.size_of(element)?)?;
                end = end.max(last.offset?.checked_add(bytes)?);
            }
            next += 1;
        }
        Some(end)
    }

    fn string_array_length(&self, element: &CType, value: Node<'_>) -> Option<u64> {
        if element.as_int() == Some(IntType::INT) {
            return literal::wide_length(self.source(value)).map(|length| length + 1);
        }
        let narrow = element.as_int().is_some_and(|int| int.bits == 8);
        literal::string_length(self.source(value)).filter(|_| narrow).map(|length| length + 1)
    }

    fn listed_length(&mut self, element: &CType, list: Node<'_>) -> Option<u64> {
        let items: Vec<Node<'_>> =
            list.named_children().filter(|item| item.kind() != Kind::Comment).collect();
        if let [only] = items.as_slice()
            && matches!(only.kind(), Kind::StringLiteral | Kind::ConcatenatedString)
            && element.as_int().is_some()
        {
            return self.string_array_length(element, *only);
        }
        let (mut next, mut length, mut nested) = (0_u64, 0_u64, false);
        for item in items {
            if item.kind() == Kind::InitializerPair {
                nested = item.fields(Field::Designator).nth(1).is_some();
                let designators: Vec<Node<'_>> = item.fields(Field::Designator).collect();
                let [designator, ..] = designators.as_slice() else { return None };
                let last = match designator.kind() {
                    Kind::SubscriptDesignator => designator.named_child(0)?,
                    Kind::SubscriptRangeDesignator => designator.field(Field::End)?,
                    _ => return None,
                };
                next = u64::try_from(self.evaluate(last)?.value).ok()?;
            } else if nested || !self.is_whole(element, item) {
                return None;
            }
            next = next.checked_add(1)?;
            length = length.max(next);
        }
        Some(length)
    }

    /// Returns whether an item of an initialiser list initialises a whole element of an array. It does not if
    /// the element is a structure or array and the item gives it without braces of its own.
    fn is_whole(&mut self, element: &CType, item: Node<'_>) -> bool {
        match &element.shape {
            _ if item.kind() == Kind::InitializerList => true,
            Shape::Array(inner, _) => is_string(item) && inner.as_int().is_some(),
            Shape::Record(_) => self.type_of(item).shape == element.shape,
            Shape::Named(_) | Shape::Unknown => false,
            _ => true,
        }
    }
}

/// Returns whether a declarator states the length of the array that it declares, even if that cannot be computed.
fn states_length(declarator: Node<'_>) -> bool {
    let (mut states, mut next) = (false, Some(declarator));
    while let Some(node) = next {
        match node.kind() {
            Kind::ArrayDeclarator | Kind::AbstractArrayDeclarator => {
                states = node.field(Field::Size).is_some();
            }
            Kind::PointerDeclarator
            | Kind::AbstractPointerDeclarator
            | Kind::FunctionDeclarator
            | Kind::AbstractFunctionDeclarator => states = false,
            _ => {}
        }
        next = inner_declarator(node);
    }
    states
}

fn is_string(node: Node<'_>) -> bool {
    matches!(node.kind(), Kind::StringLiteral | Kind::ConcatenatedString)
}
