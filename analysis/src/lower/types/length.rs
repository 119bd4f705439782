//! The length that an initialiser gives to an array.

use tree_sitter::Node;

use super::TypeReader;
use crate::lower::{
    ctype::{CType, Shape},
    literal,
};

impl TypeReader<'_> {
    /// An array's type with the length that its initialiser gives it.
    pub fn completed(&mut self, ty: CType, value: Node<'_>) -> CType {
        let Shape::Array(element, None) = &ty.shape else { return ty };
        let length = match value.kind() {
            "initializer_list" => self.listed_length(element, value),
            "string_literal" | "concatenated_string" => self.string_array_length(element, value),
            _ => None,
        };
        CType { shape: Shape::Array(element.clone(), length), ..ty }
    }

    fn string_array_length(&self, element: &CType, value: Node<'_>) -> Option<u64> {
        let narrow = element.as_int().is_some_and(|int| int.bits == 8);
        literal::string_length(self.source(value)).filter(|_| narrow).map(|length| length + 1)
    }

    fn listed_length(&mut self, element: &CType, list: Node<'_>) -> Option<u64> {
        let items: Vec<Node<'_>> =
            list.named_children(&mut list.walk()).filter(|item| item.kind() != "comment").collect();
        if let [only] = items.as_slice()
            && matches!(only.kind(), "string_literal" | "concatenated_string")
            && element.as_int().is_some()
        {
            return self.string_array_length(element, *only);
        }
        let (mut next, mut length, mut nested) = (0_u64, 0_u64, false);
        for item in items {
            if item.kind() == "initializer_pair" {
                nested = item.children_by_field_name("designator", &mut item.walk()).nth(1).is_some();
                let designators: Vec<Node<'_>> =
                    item.children_by_field_name("designator", &mut item.walk()).collect();
                let [designator, ..] = designators.as_slice() else { return None };
                let last = match designator.kind() {
                    "subscript_designator" => designator.named_child(0)?,
                    "subscript_range_designator" => designator.child_by_field_name("end")?,
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

    /// Whether an item is one element: without its braces an aggregate takes several items.
    fn is_whole(&mut self, element: &CType, item: Node<'_>) -> bool {
        match &element.shape {
            _ if item.kind() == "initializer_list" => true,
            Shape::Array(inner, _) => is_string(item) && inner.as_int().is_some(),
            Shape::Record(_) => self.type_of(item).shape == element.shape,
            Shape::Named(_) | Shape::Unknown => false,
            _ => true,
        }
    }
}

fn is_string(node: Node<'_>) -> bool {
    matches!(node.kind(), "string_literal" | "concatenated_string")
}
