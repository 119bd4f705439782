//! Reading declarators: `*x[3]`, `(*f)(int)`.

use std::sync::Arc;

use super::{Attributes, MAX_DEPTH, Specifiers, TypeReader};
use csieve_frontend::syntax::{Field, Kind, Node};

use crate::lower::ctype::{CType, Shape, Signature};

impl TypeReader<'_> {
    /// Returns the name and the type that a declarator declares. `base` is the type that the specifiers
    /// before the declarator give.
    pub(crate) fn declarator(&mut self, node: Node<'_>, base: CType) -> (Option<String>, CType) {
        let (name, mut ty) = self.declared(node, base);
        let attributes = self.declarator_attributes(node);
        if attributes.retyped {
            ty = CType::UNKNOWN;
        }
        ty.aligned |= attributes.aligned;
        if attributes.noreturn {
            ty = ty.never_returning();
        }
        (name, ty)
    }

    /// Returns the name and the type of a declarator that follows some specifiers.
    pub(crate) fn declare(&mut self, node: Node<'_>, specifiers: &Specifiers) -> (Option<String>, CType) {
        let (name, ty) = self.declarator(node, specifiers.ty.clone());
        (name, if specifiers.attributes.noreturn { ty.never_returning() } else { ty })
    }

    fn declared(&mut self, node: Node<'_>, base: CType) -> (Option<String>, CType) {
        let (mut node, mut ty) = (node, base);
        for _ in 0..MAX_DEPTH {
            match node.kind() {
                Kind::PointerDeclarator | Kind::AbstractPointerDeclarator => {
                    ty = ty.pointer();
                    for child in node.named_children() {
                        if child.kind() == Kind::TypeQualifier {
                            ty.volatile |=
                                matches!(self.source(child), "volatile" | "__volatile__" | "_Atomic");
                            ty.constant |= matches!(self.source(child), "const" | "__const" | "__const__");
                        }
                    }
                }
                Kind::ArrayDeclarator | Kind::AbstractArrayDeclarator => {
                    let size = node.field(Field::Size).and_then(|size| self.evaluate(size));
                    let size = size.and_then(|size| u64::try_from(size.value).ok());
                    let (volatile, constant) = (ty.volatile, ty.constant);
                    let shape = Shape::Array(Arc::new(ty), size);
                    ty = CType { volatile, constant, ..CType::plain(shape) };
                }
                Kind::FunctionDeclarator | Kind::AbstractFunctionDeclarator => {
                    let (params, variadic) = match node.field(Field::Parameters) {
                        Some(parameters) => self.parameters(parameters),
                        None => (None, false),
                    };
                    ty = CType::plain(Shape::Function(Arc::new(Signature {
                        returns: ty,
                        params,
                        variadic,
                        never_returns: false,
                    })));
                }
                Kind::Identifier | Kind::FieldIdentifier | Kind::TypeIdentifier | Kind::PrimitiveType => {
                    return (Some(self.source(node).to_owned()), ty);
                }
                Kind::ParenthesizedDeclarator
                | Kind::AbstractParenthesizedDeclarator
                | Kind::AttributedDeclarator
                | Kind::InitDeclarator => {}
                _ => return (None, CType::UNKNOWN),
            }
            match inner_declarator(node) {
                Some(inner) => node = inner,
                None => return (None, ty),
            }
        }
        (None, CType::UNKNOWN)
    }

    /// Returns the attributes inside a declarator.
    pub(crate) fn declarator_attributes(&self, node: Node<'_>) -> Attributes {
        let mut attributes = Attributes::default();
        let mut next = Some(node);
        for _ in 0..MAX_DEPTH {
            let Some(node) = next.take() else { break };
            attributes.merge(&self.attributes(node));
            next = inner_declarator(node);
        }
        attributes
    }

    /// Returns the parameter types of a list, and whether `...` ends it. The types are `None` for `()` and
    /// for lists of names (K&R).
    fn parameters(&mut self, list: Node<'_>) -> (Option<Vec<CType>>, bool) {
        let mut types = Vec::new();
        let (mut variadic, mut typed) = (false, true);
        for parameter in list.named_children() {
            match parameter.kind() {
                Kind::ParameterDeclaration => {
                    let ty = self.nested(|reader| Some(reader.parameter(parameter)));
                    types.push(ty.unwrap_or(CType::UNKNOWN));
                }
                Kind::VariadicParameter => variadic = true,
                Kind::Comment | Kind::AttributeSpecifier | Kind::AttributeDeclaration => {}
                _ => typed = false,
            }
        }
        if let [CType { shape: Shape::Void, .. }] = types.as_slice() {
            return (Some(Vec::new()), false);
        }
        (Some(types).filter(|types| typed && (variadic || !types.is_empty())), variadic)
    }

    /// Returns the type of a parameter after C's adjustments: arrays and functions become pointers.
    pub(crate) fn parameter(&mut self, node: Node<'_>) -> CType {
        let base = self.specifiers(node).ty;
        let ty = match node.field(Field::Declarator) {
            Some(declarator) => self.declarator(declarator, base).1,
            None => base,
        };
        match ty.shape {
            Shape::Array(..) | Shape::Function(_) => ty.decayed(),
            _ => ty,
        }
    }

    /// Returns the type that is named in a cast or `sizeof`.
    pub(crate) fn type_descriptor(&mut self, node: Node<'_>) -> CType {
        let ty = self.nested(|reader| {
            let base = reader.specifiers(node).ty;
            Some(match node.field(Field::Declarator) {
                Some(declarator) => reader.declarator(declarator, base).1,
                None => base,
            })
        });
        ty.unwrap_or(CType::UNKNOWN)
    }

    /// Defines the names of a `typedef`.
    pub(crate) fn type_definition(&mut self, node: Node<'_>) {
        let specifiers = self.specifiers(node);
        let declarators: Vec<_> = node.fields(Field::Declarator).collect();
        let values = node.field(Field::Type).and_then(|specifier| self.enumerated(specifier));
        for declarator in declarators {
            let (name, ty) = self.declare(declarator, &specifiers);
            if let Some(name) = name {
                if let Some(values) = values.clone().filter(|_| ty.as_int().is_some()) {
                    self.env.define_enumeration(&name, values);
                }
                self.env.define_typedef(&name, ty);
            }
        }
    }
}

pub(super) fn inner_declarator(node: Node<'_>) -> Option<Node<'_>> {
    node.field(Field::Declarator).or_else(|| node.named_children().find(|child| child.kind().is_declarator()))
}
