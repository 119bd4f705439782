//! Inferring the types of expressions that are not evaluated, such as operands of `sizeof`, `typeof` and
//! `_Generic`.

use std::sync::Arc;

use super::{Meaning, TypeReader};
use csieve_base::model::DataModel;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::IntType;

use crate::lower::{
    calls::library_result,
    ctype::{CType, Shape, common, promoted},
    literal::{self, Number},
    usage::inner,
};

impl TypeReader<'_> {
    /// Returns the type of an expression, or the unknown type if the type is not certain. Arrays and
    /// functions do not decay to pointers.
    pub(crate) fn type_of(&mut self, node: Node<'_>) -> CType {
        self.infer(node).unwrap_or(CType::UNKNOWN)
    }

    fn infer(&mut self, node: Node<'_>) -> Option<CType> {
        self.nested(|reader| reader.infer_kind(inner(node)))
    }

    fn infer_kind(&mut self, node: Node<'_>) -> Option<CType> {
        let model = self.env.model();
        let mut child = |field: Field| self.infer(node.field(field)?);
        match node.kind() {
            Kind::NumberLiteral | Kind::CharLiteral | Kind::True | Kind::False => self.literal_type(node),
            Kind::Null => Some(CType::VOID.pointer()),
            Kind::StringLiteral | Kind::ConcatenatedString => self.string_type(node),
            Kind::Identifier => match self.env.meaning(self.source(node)) {
                Some(Meaning::Object(ty)) => Some(ty),
                Some(Meaning::Constant(constant)) => constant.map(|constant| CType::int(constant.ty)),
                Some(Meaning::Type(_)) => None,
                None if self.env.has_library() => {
                    library_result(self.source(node), model).map(CType::function)
                }
                None => None,
            },
            Kind::PointerExpression => self.infer_pointer(node),
            Kind::UnaryExpression => {
                let operand = child(Field::Argument)?;
                if node.field(Field::Operator)?.kind() == Kind::Bang {
                    return Some(CType::int(IntType::int_of(model)));
                }
                arithmetic(&operand, model)
            }
            Kind::BinaryExpression => {
                let (left, right) = (child(Field::Left)?.decayed(), child(Field::Right)?.decayed());
                binary(node.field(Field::Operator)?.kind(), &left, &right, model)
            }
            Kind::AssignmentExpression => child(Field::Left).map(|ty| ty.unqualified()),
            Kind::UpdateExpression => child(Field::Argument).map(|ty| ty.unqualified()),
            Kind::CommaExpression => child(Field::Right).map(|ty| ty.decayed()),
            Kind::ConditionalExpression => self.infer_choice(node),
            Kind::CastExpression | Kind::CompoundLiteralExpression => {
                let descriptor = node.field(Field::Type)?;
                let ty = self.type_descriptor(descriptor);
                if node.kind() == Kind::CastExpression {
                    return Some(ty.unqualified());
                }
                let value = node.field(Field::Value)?;
                Some(self.completed(ty, descriptor.field(Field::Declarator), value))
            }
            Kind::SizeofExpression | Kind::AlignofExpression | Kind::OffsetofExpression => {
                Some(CType::int(IntType::size_of(model)))
            }
            Kind::FieldExpression => self.infer_member(node),
            Kind::SubscriptExpression => {
                let (array, index) = (child(Field::Argument)?, child(Field::Index)?);
                array.target().or_else(|| index.target()).cloned()
            }
            Kind::CallExpression => self.infer_call(node),
            Kind::GenericExpression => {
                let chosen = self.generic(node)?;
                self.infer(chosen)
            }
            Kind::ExtensionExpression => self.infer(node.named_child(0)?),
            Kind::ParenthesizedExpression => self.infer_statements(node.named_child(0)?),
            _ => None,
        }
    }

    /// Returns the type of a number, a character or a truth value.
    fn literal_type(&self, node: Node<'_>) -> Option<CType> {
        let model = self.env.model();
        let int = CType::int(IntType::int_of(model));
        match node.kind() {
            Kind::NumberLiteral => match literal::number(self.source(node), model) {
                Number::Int(constant) => Some(CType::int(constant.ty)),
                Number::Float(bytes) => Some(CType::plain(Shape::Float(bytes))),
                Number::Unknown => None,
            },
            Kind::CharLiteral => match self.source(node).chars().next()? {
                '\'' => Some(int),
                'L' => Some(CType::int(IntType::wide_char_of(model))),
                'u' if self.source(node).starts_with("u8") => {
                    Some(CType::int(IntType { bits: 8, signed: false }))
                }
                _ => None,
            },
            _ => Some(int),
        }
    }

    /// Returns the type of `record.member` or `pointer->member`, with the qualifiers of the record.
    fn infer_member(&mut self, node: Node<'_>) -> Option<CType> {
        let argument = self.infer(node.field(Field::Argument)?)?;
        let arrow = node.field(Field::Operator)?.kind() == Kind::Arrow;
        let record = if arrow { argument.target()?.clone() } else { argument };
        let name = self.source(node.field(Field::Field)?);
        let mut ty = self.env.member(&record, name)?.ty;
        ty.constant |= record.constant;
        ty.volatile |= record.volatile;
        Some(ty)
    }

    fn infer_pointer(&mut self, node: Node<'_>) -> Option<CType> {
        let argument = inner(node.field(Field::Argument)?);
        if node.field(Field::Operator)?.kind() == Kind::Ampersand {
            let is_label = argument.kind() == Kind::PointerExpression
                && argument.field(Field::Operator).is_some_and(|operator| operator.kind() == Kind::Ampersand);
            if is_label {
                return Some(CType::VOID.pointer());
            }
            return self.infer(argument).map(CType::pointer);
        }
        let pointer = self.infer(argument)?;
        match &pointer.shape {
            Shape::Function(_) => Some(pointer),
            _ => pointer.target().cloned(),
        }
    }

    fn infer_choice(&mut self, node: Node<'_>) -> Option<CType> {
        let alternative = node.field(Field::Alternative)?;
        let consequence = node.field(Field::Consequence).or_else(|| node.field(Field::Condition))?;
        let first = self.infer(consequence)?.decayed();
        let second = self.infer(alternative)?.decayed();
        if first == second && first.as_int().is_none() {
            return Some(first);
        }
        match (first.is_pointer(), second.is_pointer()) {
            (false, false) => usual(&first, &second, self.env.model()),
            (true, _) if self.is_null_constant(alternative) => Some(first),
            (_, true) if self.is_null_constant(consequence) => Some(second),
            _ => None,
        }
    }

    fn infer_call(&mut self, node: Node<'_>) -> Option<CType> {
        let function = inner(node.field(Field::Function)?);
        if let Some(ty) = self.builtin_call_type(node, function) {
            return Some(ty);
        }
        let function = self.infer(function)?;
        let target = if function.is_pointer() { function.target()? } else { &function };
        match &target.shape {
            Shape::Function(signature) => Some(signature.returns.unqualified()),
            _ => None,
        }
    }

    /// Infers the type of a statement expression: `({ ...; value; })`.
    fn infer_statements(&mut self, block: Node<'_>) -> Option<CType> {
        if block.kind() != Kind::CompoundStatement {
            return None;
        }
        let mut statements: Vec<Node<'_>> = block.named_children().collect();
        statements.retain(|statement| statement.kind() != Kind::Comment);
        let last = statements.pop().filter(|last| last.kind() == Kind::ExpressionStatement)?;
        if !self.env.open() {
            return None;
        }
        for statement in statements.into_iter().filter(|statement| statement.kind() == Kind::Declaration) {
            self.declare_types(statement);
        }
        let ty = last.named_child(0).and_then(|value| self.infer(value));
        self.env.close();
        ty.map(|ty| ty.decayed())
    }

    /// Defines the objects of a declaration with their types only. No edges are added.
    fn declare_types(&mut self, declaration: Node<'_>) {
        let specifiers = self.specifiers(declaration);
        for node in declaration.fields(Field::Declarator) {
            let (name, mut ty) = self.declare(node, &specifiers);
            if let Some(value) = node.field(Field::Value) {
                ty = if ty.is_auto() {
                    self.type_of(value).decayed()
                } else {
                    self.completed(ty, Some(node), value)
                };
            }
            if let Some(name) = name {
                self.env.define_object(&name, ty);
            }
        }
    }

    fn string_type(&self, node: Node<'_>) -> Option<CType> {
        let length = literal::string_length(self.source(node))?;
        let char_type = CType::int(IntType::char_of(self.env.model()));
        Some(CType::plain(Shape::Array(Arc::new(char_type), Some(length + 1))))
    }
}

/// Returns the type of an operand after the integer promotions; `None` if it is not arithmetic.
fn arithmetic(ty: &CType, model: DataModel) -> Option<CType> {
    match ty.shape {
        Shape::Int(int) => Some(CType::int(promoted(int, model))),
        Shape::Float(_) => Some(ty.unqualified()),
        _ => None,
    }
}

/// Returns the common type of two operands after the usual arithmetic conversions; `None` if they are not
/// arithmetic.
fn usual(left: &CType, right: &CType, model: DataModel) -> Option<CType> {
    match (&left.shape, &right.shape) {
        (Shape::Int(a), Shape::Int(b)) => Some(CType::int(common(*a, *b, model))),
        (Shape::Float(a), Shape::Float(b)) => Some(CType::plain(Shape::Float(*a.max(b)))),
        (Shape::Float(_), Shape::Int(_)) => Some(left.unqualified()),
        (Shape::Int(_), Shape::Float(_)) => Some(right.unqualified()),
        _ => None,
    }
}

fn binary(operator: Kind, left: &CType, right: &CType, model: DataModel) -> Option<CType> {
    match operator {
        Kind::AmpersandAmpersand
        | Kind::BarBar
        | Kind::EqualEqual
        | Kind::BangEqual
        | Kind::Less
        | Kind::LessEqual
        | Kind::Greater
        | Kind::GreaterEqual => Some(CType::int(IntType::int_of(model))),
        Kind::LessLess | Kind::GreaterGreater => arithmetic(left, model),
        Kind::Plus if left.is_pointer() => Some(left.clone()),
        Kind::Plus if right.is_pointer() => Some(right.clone()),
        Kind::Minus if left.is_pointer() && right.is_pointer() => {
            Some(CType::int(IntType::difference_of(model)))
        }
        Kind::Minus if left.is_pointer() => Some(left.clone()),
        _ => usual(left, right, model),
    }
}
