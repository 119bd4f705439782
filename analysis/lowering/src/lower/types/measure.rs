//! Evaluating `typeof`, `sizeof` and `_Alignof`. Their operands are not evaluated.

use super::{MAX_DEPTH, Meaning, TypeReader, builtin};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::IntType;

use crate::lower::{
    constant::Constant,
    ctype::{CType, Shape},
    usage::inner,
};

impl TypeReader<'_> {
    /// Returns the `sizeof (x)` of a specifier `enum $typeof { $ = sizeof (x) }`, which is how expanded text
    /// spells `typeof (x)`; `None` for other nodes.
    pub(super) fn typeof_operand<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        let name = node.field(Field::Name)?;
        let body = node.field(Field::Body)?;
        let spelt = matches!(self.source(name), "$typeof" | "$typeof_unqual");
        let operand = body.named_child(0).filter(|_| spelt)?.field(Field::Value)?;
        (operand.kind() == Kind::SizeofExpression).then_some(operand)
    }

    /// Returns the type that a `typeof` denotes. `node` is the whole specifier, `operand` the `sizeof`
    /// expression in it.
    pub(super) fn typeof_type(&mut self, node: Node<'_>, operand: Node<'_>) -> CType {
        let ty = self.operand_type(operand);
        let name = node.field(Field::Name).map(|name| self.source(name));
        if name == Some("$typeof_unqual") { ty.unqualified() } else { ty }
    }

    /// Returns the type of the operand of a `sizeof` expression, or the unknown type for any other node.
    pub(crate) fn sizeof_operand(&mut self, node: Node<'_>) -> CType {
        if node.kind() == Kind::SizeofExpression { self.operand_type(node) } else { CType::UNKNOWN }
    }

    /// Returns the type that the operand of `sizeof` or `_Alignof` names, or the type of the operand if it is
    /// an expression.
    pub(super) fn operand_type(&mut self, node: Node<'_>) -> CType {
        if let Some(ty) = node.field(Field::Type) {
            // In `sizeof (x)`, the grammar cannot know whether `x` is a type.
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
                None if builtin(name, self.env.model()).is_some() => {
                    return builtin(name, self.env.model()).unwrap_or(CType::UNKNOWN);
                }
                _ => {}
            }
        }
        self.type_of(value)
    }

    /// Evaluates `sizeof`, `_Alignof` or `offsetof`.
    pub(crate) fn measure(&mut self, node: Node<'_>) -> Option<Constant> {
        let bytes = match node.kind() {
            Kind::OffsetofExpression => {
                let ty = self.type_descriptor(node.field(Field::Type)?);
                let member = node.field(Field::Member)?;
                // The grammar supports only a single member in `offsetof`, not a path such as `m.n`.
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
        Some(Constant { value: i128::from(bytes), ty: IntType::size_of(self.env.model()) })
    }
}

/// Returns the type of `x`, `x[1]` or `x()` where `x` is an object that the grammar misread as a type name.
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
