//! Reading the specifiers of a declaration.

use super::{Attributes, Meaning, TypeReader, builtin};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::IntType;

use crate::lower::ctype::{CType, Shape};

/// The type, storage class and attributes that the specifiers of a declaration give.
#[derive(Clone, Debug)]
pub(crate) struct Specifiers {
    pub ty: CType,
    pub is_static: bool,
    pub is_extern: bool,
    pub is_inline: bool,
    pub attributes: Attributes,
}

impl TypeReader<'_> {
    /// Reads the specifiers among the children of a declaration.
    pub(crate) fn specifiers(&mut self, node: Node<'_>) -> Specifiers {
        let attributes = self.attributes(node);
        let mut specifiers = Specifiers {
            ty: CType::UNKNOWN,
            is_static: false,
            is_extern: false,
            is_inline: false,
            attributes,
        };
        let (mut volatile, mut constant) = (false, false);
        for child in node.children() {
            let text = self.source(child);
            match child.kind() {
                Kind::StorageClassSpecifier => match text {
                    "static" => specifiers.is_static = true,
                    "extern" => specifiers.is_extern = true,
                    "inline" | "__inline" | "__inline__" => specifiers.is_inline = true,
                    _ => {}
                },
                Kind::TypeQualifier => match text {
                    "volatile" | "__volatile__" | "_Atomic" => volatile = true,
                    "const" | "__const" | "__const__" | "constexpr" => constant = true,
                    _ => {}
                },
                _ => {}
            }
        }
        if let Some(ty) = node.field(Field::Type) {
            specifiers.ty = self.type_specifier(ty);
        }
        if specifiers.attributes.retyped {
            specifiers.ty = CType::UNKNOWN;
        }
        specifiers.ty.volatile |= volatile;
        specifiers.ty.constant |= constant;
        specifiers.ty.aligned |= specifiers.attributes.aligned;
        specifiers
    }

    /// Returns the type that a type specifier names. Types that are defined inside the specifier are also
    /// added to the environment.
    pub(crate) fn type_specifier(&mut self, node: Node<'_>) -> CType {
        self.nested(|reader| Some(reader.specified(node))).unwrap_or(CType::UNKNOWN)
    }

    fn specified(&mut self, node: Node<'_>) -> CType {
        match node.kind() {
            Kind::PrimitiveType => builtin(self.source(node), self.env.model()).unwrap_or(CType::UNKNOWN),
            Kind::SizedTypeSpecifier => self.sized(node),
            Kind::TypeIdentifier => self.named_type(self.source(node)),
            Kind::StructSpecifier | Kind::UnionSpecifier => match self.disguised(node) {
                Some(name) => self.named_type(name),
                None => self.record(node),
            },
            Kind::EnumSpecifier => match self.typeof_operand(node) {
                Some(operand) => self.typeof_type(node, operand),
                None => self.enumeration(node),
            },
            _ => CType::UNKNOWN,
        }
    }

    /// Returns the type that a name stands for. If the name is not defined, the type is known by its name
    /// only.
    fn named_type(&self, name: &str) -> CType {
        if let Some(Meaning::Type(ty)) = self.env.meaning(name) {
            return ty;
        }
        builtin(name, self.env.model()).unwrap_or_else(|| CType::plain(Shape::Named(name.into())))
    }

    /// Returns the typedef name `T` of a node `struct $T`, which is how expanded text spells `T` as a type,
    /// so that `T` cannot be read as anything else.
    pub(super) fn disguised(&self, node: Node<'_>) -> Option<&str> {
        let name = node.field(Field::Name).filter(|_| node.field(Field::Body).is_none())?;
        self.source(name).strip_prefix('$')
    }

    fn sized(&self, node: Node<'_>) -> CType {
        let (mut long, mut short, mut unsigned) = (0, false, false);
        let mut base = "int";
        for child in node.children() {
            match self.source(child) {
                "long" => long += 1,
                "short" => short = true,
                "unsigned" => unsigned = true,
                "signed" => {}
                _ if matches!(child.kind(), Kind::TypeQualifier | Kind::Comment) => {}
                other => base = other,
            }
        }
        let model = self.env.model();
        let bits = match base {
            "char" => 8,
            "int" if short => model.short,
            "int" if long > 1 => model.long_long,
            "int" if long > 0 => model.long,
            "int" => model.int,
            "double" => {
                return CType::plain(Shape::Float(if long > 0 { model.long_double } else { model.double }));
            }
            _ => return CType::UNKNOWN,
        };
        CType::int(IntType { bits, signed: !unsigned })
    }
}
