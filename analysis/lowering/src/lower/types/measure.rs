//! `typeof`, `sizeof` and `_Alignof`: nothing is evaluated.

use super::{MAX_DEPTH, Meaning, TypeReader, builtin};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::IntType;

use crate::lower::{
    constant::Constant,
    ctype::{CType, Shape},
    usage::inner,
};

impl TypeReader<'_> {
    /// The `x` of `typeof (x)`, which expanded text spells `enum $typeof { $ = sizeof (x) }`.
    pub(super) fn typeof_operand<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        let name = node.field(Field::Name)?;
        let body = node.field(Field::Body)?;
        let spelt = matches!(self.source(name), "$typeof" | "$typeof_unqual");
        let operand = body.named_child(0).filter(|_| spelt)?.field(Field::Value)?;
        (operand.kind() == Kind::SizeofExpression).then_some(operand)
    }

    /// The type that `typeof` gives; `node` is the whole.
    pub(super) fn typeof_type(&mut self, node: Node<'_>, operand: Node<'_>) -> CType {
        let ty = self.operand_type(operand);
        let name = node.field(Field::Name).map(|name| self.source(name));
        if name == Some("$typeof_unqual") { ty.unqualified() } else { ty }
    }

    /// The type that the operand of a `sizeof` names or has; unknown for any other expression.
    pub(crate) fn sizeof_operand(&mut self, node: Node<'_>) -> CType {
        if node.kind() == Kind::SizeofExpression { self.operand_type(node) } else { CType::UNKNOWN }
    }

    /// The type that an operand of `sizeof` or `_Alignof` names or has.
    pub(super) fn operand_type(&mut self, node: Node<'_>) -> CType {
        if let Some(ty) = node.field(Field::Type) {
            // `sizeof (x)`: the grammar cannot know what `x` is.
            let name = ty.field(Field::Type).filter(|name| name.kind() == Kind::TypeIdentifier);
            return match name.and_then(|name| self.env.meaning(self.source(name))) {
                Some(Meaning::Object(object)) => misread(object, ty).unwrap_or(CType::UNKNOWN),
                _ => self.type_descriptor(ty),
            };
        }
        let Some(value) = node.field(Field::Value) else { return CType::UNKNOWN };
        let bare = inner(value);
        if value.kind() == Kind::ParenthesizedExpression && bare.kind() == Kind::Identifier {
            let name = self.source(bare);
            match self.env.meaning(name) {
                Some(Meaning::Type(ty)) => return ty,
                None if builtin(name).is_some() => return builtin(name).unwrap_or(CType::UNKNOWN),
                _ => {}
            }
        }
        self.type_of(value)
    }

    /// The value of `sizeof`, `_Alignof` and `offsetof`.
    pub(crate) fn measure(&mut self, node: Node<'_>) -> Option<Constant> {
        let bytes = match node.kind() {
            Kind::OffsetofExpression => {
                let ty = self.type_descriptor(node.field(Field::Type)?);
                let member = node.field(Field::Member)?;
                // The grammar knows one member only.
                self.env.member(&ty, self.source(member)).filter(|_| !node.has_error())?.offset?
            }
            Kind::AlignofExpression => {
                let ty = self.operand_type(node);
                self.env.align_of(&ty)?
            }
            _ => {
                let ty = self.operand_type(node);
                self.env.size_of(&ty)?
            }
        };
        Some(Constant { value: i128::from(bytes), ty: IntType::ULONG })
    }
}

/// The type of `x`, `x[1]` or `x()` where the grammar took `x` for a type.
fn misread(object: CType, descriptor: Node<'_>) -> Option<CType> {
    let mut ty = object;
    let mut next = descriptor.field(Field::Declarator);
    if descriptor.named_child_count() > 1 + usize::from(next.is_some()) {
        return None;
    }
    for _ in 0..MAX_DEPTH {
        let Some(declarator) = next else { return Some(ty) };
        ty = match (declarator.kind(), &ty.shape) {
            (Kind::AbstractArrayDeclarator, _) => ty.target()?.clone(),
            (Kind::AbstractFunctionDeclarator, Shape::Function(signature)) => signature.returns.unqualified(),
            (Kind::AbstractFunctionDeclarator, Shape::Pointer(to)) => match &to.shape {
                Shape::Function(signature) => signature.returns.unqualified(),
                _ => return None,
            },
            _ => return None,
        };
        next = declarator.field(Field::Declarator);
    }
    None
}
