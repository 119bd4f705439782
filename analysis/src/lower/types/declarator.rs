//! Declarators: `*x[3]`, `(*f)(int)`.

use std::sync::Arc;

use tree_sitter::Node;

use super::{Attributes, MAX_DEPTH, TypeReader};
use crate::lower::ctype::{CType, Shape, Signature};

impl TypeReader<'_> {
    /// The name and type of a declarator over a base type.
    pub fn declarator(&mut self, node: Node<'_>, base: CType) -> (Option<String>, CType) {
        let (name, mut ty) = self.declared(node, base);
        let attributes = self.declarator_attributes(node);
        if attributes.retyped {
            ty = CType::UNKNOWN;
        }
        ty.aligned |= attributes.aligned;
        (name, ty)
    }

    fn declared(&mut self, node: Node<'_>, base: CType) -> (Option<String>, CType) {
        let (mut node, mut ty) = (node, base);
        for _ in 0..MAX_DEPTH {
            match node.kind() {
                "pointer_declarator" | "abstract_pointer_declarator" => {
                    ty = ty.pointer();
                    let mut cursor = node.walk();
                    for child in node.named_children(&mut cursor) {
                        if child.kind() == "type_qualifier" {
                            ty.volatile |=
                                matches!(self.source(child), "volatile" | "__volatile__" | "_Atomic");
                            ty.constant |= matches!(self.source(child), "const" | "__const" | "__const__");
                        }
                    }
                }
                "array_declarator" | "abstract_array_declarator" => {
                    let size = node.child_by_field_name("size").and_then(|size| self.evaluate(size));
                    let size = size.and_then(|size| u64::try_from(size.value).ok());
                    let (volatile, constant) = (ty.volatile, ty.constant);
                    let shape = Shape::Array(Arc::new(ty), size);
                    ty = CType { volatile, constant, ..CType::plain(shape) };
                }
                "function_declarator" | "abstract_function_declarator" => {
                    let (params, variadic) = match node.child_by_field_name("parameters") {
                        Some(parameters) => self.parameters(parameters),
                        None => (None, false),
                    };
                    ty = CType::plain(Shape::Function(Arc::new(Signature { returns: ty, params, variadic })));
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
            match inner_declarator(node) {
                Some(inner) => node = inner,
                None => return (None, ty),
            }
        }
        (None, CType::UNKNOWN)
    }

    /// What the attributes along a declarator say of what it declares.
    pub fn declarator_attributes(&self, node: Node<'_>) -> Attributes {
        let mut attributes = Attributes::default();
        let mut next = Some(node);
        for _ in 0..MAX_DEPTH {
            let Some(node) = next.take() else { break };
            attributes.merge(&self.attributes(node));
            next = inner_declarator(node);
        }
        attributes
    }

    /// The types in a prototype, and whether more may follow; none for `()` and for names without types.
    fn parameters(&mut self, list: Node<'_>) -> (Option<Vec<CType>>, bool) {
        let mut types = Vec::new();
        let (mut variadic, mut typed) = (false, true);
        for parameter in list.named_children(&mut list.walk()) {
            match parameter.kind() {
                "parameter_declaration" => {
                    let ty = self.nested(|reader| Some(reader.parameter(parameter)));
                    types.push(ty.unwrap_or(CType::UNKNOWN));
                }
                "variadic_parameter" => variadic = true,
                "comment" | "attribute_specifier" | "attribute_declaration" => {}
                _ => typed = false,
            }
        }
        if let [CType { shape: Shape::Void, .. }] = types.as_slice() {
            return (Some(Vec::new()), false);
        }
        (Some(types).filter(|types| typed && (variadic || !types.is_empty())), variadic)
    }

    /// The type of a parameter as C adjusts it.
    pub fn parameter(&mut self, node: Node<'_>) -> CType {
        let base = self.specifiers(node).ty;
        let ty = match node.child_by_field_name("declarator") {
            Some(declarator) => self.declarator(declarator, base).1,
            None => base,
        };
        match ty.shape {
            Shape::Array(..) | Shape::Function(_) => ty.decayed(),
            _ => ty,
        }
    }

    /// The type a cast or `sizeof` names.
    pub fn type_descriptor(&mut self, node: Node<'_>) -> CType {
        let ty = self.nested(|reader| {
            let base = reader.specifiers(node).ty;
            Some(match node.child_by_field_name("declarator") {
                Some(declarator) => reader.declarator(declarator, base).1,
                None => base,
            })
        });
        ty.unwrap_or(CType::UNKNOWN)
    }

    /// Enters the names of a `typedef`.
    pub fn type_definition(&mut self, node: Node<'_>) {
        let base = self.specifiers(node).ty;
        let mut cursor = node.walk();
        let declarators: Vec<_> = node.children_by_field_name("declarator", &mut cursor).collect();
        for declarator in declarators {
            let (name, ty) = self.declarator(declarator, base.clone());
            if let Some(name) = name {
                self.env.define_typedef(&name, ty);
            }
        }
    }
}

fn inner_declarator(node: Node<'_>) -> Option<Node<'_>> {
    node.child_by_field_name("declarator")
        .or_else(|| node.named_children(&mut node.walk()).find(|child| is_declarator(*child)))
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
