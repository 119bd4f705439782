//! Lowering of expressions: side effects become edges, and the remaining value is an expression without side
//! effects.

mod arithmetic;
mod assign;
mod cast;
mod chain;
mod condition;
mod designate;
mod embedded;
mod initialise;
mod measure;
mod names;
mod subobject;

pub(super) use initialise::leaves;

use super::{
    Lowered, Lowering,
    convert::Value,
    ctype::CType,
    literal::{self, Number},
    usage::inner,
};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{ExprKind, IntType, Type};

impl<'a> Lowering<'a> {
    /// Lowers an expression and returns its value.
    pub(super) fn value(&mut self, node: Node<'a>) -> Lowered<Value> {
        let node = inner(node);
        if let Some(value) = self.take_foreseen(node) {
            return Ok(value);
        }
        self.enter(node)?;
        let value = self.value_of_kind(node);
        self.leave();
        if let Ok(value) = &value {
            self.note_value(node, Some(value.expr));
        }
        value
    }

    fn value_of_kind(&mut self, node: Node<'a>) -> Lowered<Value> {
        match node.kind() {
            Kind::NumberLiteral => Ok(self.number(node)),
            Kind::CharLiteral => Ok(match literal::character(self.source(node), self.context.model) {
                Some(constant) => self.constant(constant),
                None => self.any(&self.int()),
            }),
            Kind::StringLiteral | Kind::ConcatenatedString => Ok(self.string(node)),
            Kind::True | Kind::False => {
                let value = i128::from(node.kind() == Kind::True);
                Ok(self.constant(super::constant::Constant::int(value, self.context.model)))
            }
            Kind::Null => Ok(self.null()),
            Kind::Identifier | Kind::FieldExpression | Kind::SubscriptExpression => {
                let place = self.place(node)?;
                Ok(self.read(&place))
            }
            Kind::PointerExpression => self.pointer_expression(node),
            Kind::UnaryExpression => self.unary(node),
            Kind::BinaryExpression => self.binary(node),
            Kind::AssignmentExpression => self.assignment(node, true),
            Kind::UpdateExpression => self.update(node, true),
            Kind::ConditionalExpression => self.choice(node),
            Kind::CommaExpression => {
                let (left, right) = self.sides(node)?;
                self.discard(left)?;
                self.value(right)
            }
            Kind::CastExpression => self.cast_expression(node),
            Kind::CallExpression => self.call(node, None),
            Kind::SizeofExpression | Kind::AlignofExpression | Kind::OffsetofExpression => {
                Ok(self.measure(node))
            }
            Kind::CompoundLiteralExpression => self.compound_literal_value(node),
            Kind::ExtensionExpression => match node.named_child(0) {
                Some(child) => self.value(child),
                None => Err(self.skipped("an expression that is not understood", node)),
            },
            Kind::GenericExpression => {
                let choices = self.type_reader().generic_choices(node);
                self.one_of(&choices, self.span(node))
            }
            Kind::ParenthesizedExpression => self.statement_expression(node),
            Kind::GnuAsmExpression => {
                self.assembly(node)?;
                Ok(self.any(&CType::UNKNOWN))
            }
            _ => Err(self.skipped("an expression that is not understood", node)),
        }
    }

    /// Lowers an expression whose value is not used.
    pub(super) fn discard(&mut self, node: Node<'a>) -> Lowered<()> {
        let node = inner(node);
        if self.take_foreseen(node).is_some() {
            return Ok(());
        }
        self.enter(node)?;
        match node.kind() {
            Kind::AssignmentExpression => self.assignment(node, false).map(drop)?,
            Kind::UpdateExpression => self.update(node, false).map(drop)?,
            Kind::CallExpression => self.discarded_call(node)?,
            Kind::CommaExpression => {
                let (left, right) = self.sides(node)?;
                self.discard(left)?;
                self.discard(right)?;
            }
            Kind::CastExpression => match node.field(Field::Value) {
                Some(value) => {
                    node.field(Field::Type).into_iter().for_each(|ty| self.effects_of_lengths(ty, false));
                    self.discard(value)?;
                }
                None => return Err(self.skipped("a cast that is not understood", node)),
            },
            Kind::ConditionalExpression => self.discarded_choice(node)?,
            Kind::BinaryExpression if chain::is_logical(node) => {
                let branches = self.branch(node)?;
                let ends: Vec<_> = branches.holds.into_iter().chain(branches.fails).collect();
                let span = self.span(node);
                self.merge(&ends, span);
            }
            _ => self.value(node).map(drop)?,
        }
        self.leave();
        self.note_value(node, None);
        Ok(())
    }

    /// Returns the left and the right operand of a node.
    pub(super) fn sides(&self, node: Node<'a>) -> Lowered<(Node<'a>, Node<'a>)> {
        node.field(Field::Left)
            .zip(node.field(Field::Right))
            .ok_or_else(|| self.skipped("an expression that is not understood", node))
    }

    /// Returns a child that the grammar guarantees. Fails if it is missing.
    pub(super) fn field(&self, node: Node<'a>, field: Field) -> Lowered<Node<'a>> {
        node.field(field).ok_or_else(|| self.skipped("an expression that is not understood", node))
    }

    fn number(&mut self, node: Node<'_>) -> Value {
        match literal::number(self.source(node), self.context.model) {
            Number::Int(constant) => self.constant(constant),
            Number::Float(bytes) => self.real(self.source(node), bytes),
            Number::Unknown => self.any(&CType::UNKNOWN),
        }
    }

    fn string(&mut self, node: Node<'_>) -> Value {
        let char_type = CType::int(match self.source(node).split_once('"') {
            Some(("L", _)) => IntType::wide_char_of(self.context.model),
            Some(("U", _)) => IntType { bits: 32, signed: false },
            Some(("u", _)) => IntType { bits: 16, signed: false },
            _ => IntType::char_of(self.context.model),
        });
        let literal = ExprKind::Address(self.source(node).to_owned());
        let expr = self.graph.exprs().add(literal, Type::Pointer);
        let text = self.source(node);
        self.note_literal(expr, text);
        Value { expr, ty: char_type.pointer() }
    }

    /// Returns the null pointer.
    pub(super) fn null(&mut self) -> Value {
        Value { expr: self.graph.exprs().null(), ty: CType::VOID.pointer() }
    }
}
