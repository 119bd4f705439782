//! Expressions: side effects become edges, what is left is pure.

mod arithmetic;
mod assign;
mod chain;
mod condition;
mod designate;
mod initialise;
mod measure;
mod names;

use tree_sitter::Node;

use super::{
    Lowered, Lowering,
    convert::Value,
    ctype::{CType, Shape},
    literal::{self, Number},
    usage::{identifiers, inner},
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
                let span = self.span(node);
                Ok(self.read(&place, span))
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
                let names = identifiers(node, self.text);
                let span = self.span(node);
                self.opaque(&names, span);
                Ok(self.any(&CType::UNKNOWN))
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
            Number::Float => self.any(&CType::FLOAT),
            Number::Unknown => self.any(&CType::UNKNOWN),
        }
    }

    fn string(&mut self, node: Node<'_>) -> Value {
        let char_type = CType::int(IntType { bits: 8, signed: true });
        let literal = ExprKind::Address(self.source(node).to_owned());
        let expr = self.graph.exprs().add(literal, Type::Pointer);
        Value { expr, ty: char_type.pointer() }
    }

    /// The null pointer.
    pub(super) fn null(&mut self) -> Value {
        Value { expr: self.graph.exprs().null(), ty: CType::VOID.pointer() }
    }

    fn cast_expression(&mut self, node: Node<'a>) -> Lowered<Value> {
        let ty_node = self.field(node, "type")?;
        let operand = self.field(node, "value")?;
        self.check_cast(ty_node, operand)?;
        let ty = self.type_reader().type_descriptor(ty_node);
        let value = self.value(operand)?;
        if ty.is_aggregate() {
            return Ok(self.any(&ty));
        }
        Ok(self.cast(&value, &ty))
    }

    /// `(a) & b` reads as a cast of `&b` unless one knows that `a` is no type.
    fn check_cast(&self, ty: Node<'a>, operand: Node<'a>) -> Lowered<()> {
        let Some(name) = ty.child_by_field_name("type").filter(|_| ty.named_child_count() == 1) else {
            return Ok(());
        };
        if name.kind() != "type_identifier" {
            return Ok(());
        }
        let name_text = self.source(name);
        let may_be_operator = matches!(operand.kind(), "pointer_expression" | "unary_expression")
            || operand.kind() == "number_literal" && self.source(operand).starts_with(['-', '+']);
        let is_type = self.is_type_name(name_text);
        if self.is_value_name(name_text) || !is_type && may_be_operator && super::usage::looks_like_macro(name_text) {
            return Err(self.skipped(&format!("`{name_text}` stands where a type is expected"), ty));
        }
        Ok(())
    }

    /// `({ ...; value; })`
    fn statement_expression(&mut self, node: Node<'a>) -> Lowered<Value> {
        let Some(block) = node.named_children(&mut node.walk()).find(|child| child.kind() == "compound_statement")
        else {
            return Err(self.skipped("an expression that is not understood", node));
        };
        let mut items: Vec<_> =
            block.named_children(&mut block.walk()).filter(|child| child.kind() != "comment").collect();
        let last = items.pop();
        self.scopes.open();
        for item in items {
            self.statement(item)?;
        }
        let value = match last {
            Some(last) if last.kind() == "expression_statement" => match last.named_child(0) {
                Some(expression) => {
                    let value = self.value(expression)?;
                    if value.ty.shape == Shape::Void { value } else { self.save(&value, self.span(expression)) }
                }
                None => self.any(&CType::VOID),
            },
            Some(last) => {
                self.statement(last)?;
                self.any(&CType::VOID)
            }
            None => self.any(&CType::VOID),
        };
        self.scopes.close();
        Ok(value)
    }

    /// Inline assembly: it may read and write what it names, and memory.
    pub(super) fn assembly(&mut self, node: Node<'a>) -> Lowered<()> {
        let jumps = node.named_children(&mut node.walk()).any(|child| {
            child.kind() == "gnu_asm_goto_list"
                || child.kind() == "gnu_asm_qualifier" && self.source(child) == "goto"
        });
        if jumps {
            return Err(self.skipped("inline assembly that jumps", node));
        }
        let names = identifiers(node, self.text);
        let span = self.span(node);
        self.graph.abstracted(span, "inline assembly");
        self.opaque(&names, span);
        Ok(())
    }
}
