//! Declarators: `*x[3]`, `(*f)(int)`.

use std::sync::Arc;

use tree_sitter::Node;

use super::{MAX_DEPTH, TypeReader};
use crate::lower::ctype::{CType, Shape};

impl TypeReader<'_> {
    /// The name and type of a declarator over a base type.
    pub fn declarator(&mut self, node: Node<'_>, base: CType) -> (Option<String>, CType) {
        let (mut node, mut ty) = (node, base);
        for _ in 0..MAX_DEPTH {
            match node.kind() {
                "pointer_declarator" | "abstract_pointer_declarator" => {
                    ty = ty.pointer();
                    let mut cursor = node.walk();
                    for child in node.named_children(&mut cursor) {
                        if child.kind() == "type_qualifier" {
                            ty.volatile |= matches!(self.source(child), "volatile" | "_Atomic");
                            ty.constant |= self.source(child) == "const";
                        }
                    }
                }
                "array_declarator" | "abstract_array_declarator" => {
                    let size = node.child_by_field_name("size").and_then(|size| self.evaluate(size, 0));
                    let size = size.and_then(|size| u64::try_from(size.value).ok());
                    let (volatile, constant) = (ty.volatile, ty.constant);
                    ty = CType { shape: Shape::Array(Arc::new(ty), size), volatile, constant };
                }
                "function_declarator" | "abstract_function_declarator" => {
                    ty = CType::plain(Shape::Function(Arc::new(ty)));
                }
                "identifier" | "field_identifier" | "type_identifier" | "primitive_type" => {
                    return (Some(self.source(node).to_owned()), ty);
                }
                "parenthesized_declarator"
                | "abstract_parenthesized_declarator"
                | "attributed_declarator"
                | "init_declarator" => {}
                _ => return (None, CType::UNKNOWN),
            }
            let inner = node.child_by_field_name("declarator").or_else(|| {
                let mut cursor = node.walk();
                node.named_children(&mut cursor).find(|child| is_declarator(*child))
            });
            match inner {
                Some(inner) => node = inner,
                None => return (None, ty),
            }
        }
        (None, CType::UNKNOWN)
    }

    /// The type a cast or `sizeof` names.
    pub fn type_descriptor(&mut self, node: Node<'_>) -> CType {
        let base = self.specifiers(node, 0).ty;
        match node.child_by_field_name("declarator") {
            Some(declarator) => self.declarator(declarator, base).1,
            None => base,
        }
    }

    /// Enters the names of a `typedef`.
    pub fn type_definition(&mut self, node: Node<'_>) -> Vec<(String, CType)> {
        let base = self.specifiers(node, 0).ty;
        let mut cursor = node.walk();
        let declarators: Vec<_> = node.children_by_field_name("declarator", &mut cursor).collect();
        let mut names = Vec::new();
        for declarator in declarators {
            let (name, ty) = self.declarator(declarator, base.clone());
            if let Some(name) = name {
                names.push((name, ty));
            }
        }
        names
    }
}

/// Whether a node declares a name over its type.
pub(crate) fn is_declarator(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "identifier"
            | "field_identifier"
            | "pointer_declarator"
            | "array_declarator"
            | "function_declarator"
            | "parenthesized_declarator"
            | "attributed_declarator"
            | "init_declarator"
            | "abstract_pointer_declarator"
            | "abstract_array_declarator"
            | "abstract_function_declarator"
            | "abstract_parenthesized_declarator"
    )
}
