//! Expressions: side effects become edges, what is left is pure.

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

use tree_sitter::Node;

use super::{
    Lowered, Lowering,
    convert::Value,
    ctype::{CType, Shape},
    literal::{self, Number},
    usage::inner,
};
use crate::cfg::{ExprKind, IntType, Type};

impl<'a> Lowering<'a> {
    /// The value of an expression.
    pub fn value(&mut self, node: Node<'a>) -> Lowered<Value> {
        let node = inner(node);
        self.enter(node)?;
        let value = self.value_of_kind(node);
        self.leave();
        value
    }

    fn value_of_kind(&mut self, node: Node<'a>) -> Lowered<Value> {
        match node.kind() {
            "number_literal" => Ok(self.number(node)),
            "char_literal" => Ok(match literal::character(self.source(node)) {
                Some(constant) => self.constant(constant),
                None => self.any(&CType::INT),
            }),
            "string_literal" | "concatenated_string" => Ok(self.string(node)),
            "true" | "false" => {
                let value = i128::from(node.kind() == "true");
                Ok(self.constant(super::constant::Constant { value, ty: IntType::INT }))
            }
            "null" => Ok(self.null()),
            "identifier" | "field_expression" | "subscript_expression" => {
                let place = self.place(node)?;
                Ok(self.read(&place))
            }
            "pointer_expression" => self.pointer_expression(node),
            "unary_expression" => self.unary(node),
            "binary_expression" => self.binary(node),
            "assignment_expression" => self.assignment(node, true),
            "update_expression" => self.update(node, true),
            "conditional_expression" => self.choice(node),
            "comma_expression" => {
                let (left, right) = self.sides(node)?;
                self.discard(left)?;
                self.value(right)
            }
            "cast_expression" => self.cast_expression(node),
            "call_expression" => self.call(node, None),
            "sizeof_expression" | "alignof_expression" | "offsetof_expression" => Ok(self.measure(node)),
            "compound_literal_expression" => self.compound_literal(node),
            "extension_expression" => match node.named_child(0) {
                Some(child) => self.value(child),
                None => Err(self.skipped("an expression that is not understood", node)),
            },
            "generic_expression" => {
                let choices = self.type_reader().generic_choices(node);
                self.one_of(&choices, self.span(node))
            }
            "parenthesized_expression" => self.statement_expression(node),
            "gnu_asm_expression" => {
                self.assembly(node)?;
                Ok(self.any(&CType::UNKNOWN))
            }
            _ => Err(self.skipped("an expression that is not understood", node)),
        }
    }

    /// Evaluates an expression whose value nobody uses.
    pub fn discard(&mut self, node: Node<'a>) -> Lowered<()> {
        let node = inner(node);
        self.enter(node)?;
        match node.kind() {
            "assignment_expression" => self.assignment(node, false).map(drop)?,
            "update_expression" => self.update(node, false).map(drop)?,
            "call_expression" => self.discarded_call(node)?,
            "comma_expression" => {
                let (left, right) = self.sides(node)?;
                self.discard(left)?;
                self.discard(right)?;
            }
            "cast_expression" => match node.child_by_field_name("value") {
                Some(value) => self.discard(value)?,
                None => return Err(self.skipped("a cast that is not understood", node)),
            },
            "conditional_expression" => self.discarded_choice(node)?,
            "binary_expression" if self.is_logical(node) => {
                let branches = self.branch(node)?;
                let ends: Vec<_> = branches.holds.into_iter().chain(branches.fails).collect();
                let span = self.span(node);
                self.merge(&ends, span);
            }
            _ => self.value(node).map(drop)?,
        }
        self.leave();
        Ok(())
    }

    /// The operands of a node with two.
    pub(super) fn sides(&self, node: Node<'a>) -> Lowered<(Node<'a>, Node<'a>)> {
        node.child_by_field_name("left")
            .zip(node.child_by_field_name("right"))
            .ok_or_else(|| self.skipped("an expression that is not understood", node))
    }

    /// A child that the grammar promises.
    pub(super) fn field(&self, node: Node<'a>, name: &str) -> Lowered<Node<'a>> {
        node.child_by_field_name(name)
            .ok_or_else(|| self.skipped("an expression that is not understood", node))
    }

    /// The text of a node's operator.
    pub(super) fn operator(&self, node: Node<'_>) -> &'a str {
        node.child_by_field_name("operator").map_or("", |operator| self.source(operator))
    }

    fn number(&mut self, node: Node<'_>) -> Value {
        match literal::number(self.source(node)) {
            Number::Int(constant) => self.constant(constant),
            Number::Float(bytes) => self.any(&CType::plain(Shape::Float(bytes))),
            Number::Unknown => self.any(&CType::UNKNOWN),
        }
    }

    fn string(&mut self, node: Node<'_>) -> Value {
        let char_type = CType::int(IntType { bits: 8, signed: true });
        let literal = ExprKind::Address(self.source(node).to_owned());
        let expr = self.graph.exprs().add(literal, Type::Pointer);
        let text = self.source(node);
        self.note_literal(expr, text);
        Value { expr, ty: char_type.pointer() }
    }

    /// The null pointer.
    pub(super) fn null(&mut self) -> Value {
        Value { expr: self.graph.exprs().null(), ty: CType::VOID.pointer() }
    }
}
