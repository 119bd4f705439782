//! Statements.

mod behind;
mod cleanup;
mod condition;
mod declare;
mod jump;
mod label;
mod loops;
mod object;
mod start;
mod switch;
mod syntax;

use tree_sitter::Node;

pub(super) use self::{
    jump::Jumps,
    label::{Labels, label_operand},
};
use super::{Lowered, Lowering, usage::inner};
use crate::cfg::Action;

impl<'a> Lowering<'a> {
    /// A block with a scope of its own.
    pub fn block(&mut self, node: Node<'a>) -> Lowered<()> {
        self.scopes.open();
        self.sequence(node)?;
        let span = self.span(node);
        self.close_scope(span);
        Ok(())
    }

    /// The statements among a node's children, in order.
    pub fn sequence(&mut self, node: Node<'a>) -> Lowered<()> {
        let mut jump: Option<Node<'a>> = None;
        for child in node.named_children(&mut node.walk()) {
            if let Some(jump) = jump.take() {
                self.note_behind(jump, child);
            }
            jump = self.follow(child)?;
        }
        Ok(())
    }

    /// One of several statements; gives it back if nothing goes on behind it, though something came to it.
    pub(super) fn follow(&mut self, node: Node<'a>) -> Lowered<Option<Node<'a>>> {
        let is_reached = !self.dead;
        self.statement(node)?;
        Ok((is_reached && self.dead).then_some(node))
    }

    /// One statement.
    pub fn statement(&mut self, node: Node<'a>) -> Lowered<()> {
        self.enter(node)?;
        match node.kind() {
            "compound_statement" => self.block(node)?,
            "expression_statement" => self.expression_statement(node)?,
            "declaration" => self.declaration(node)?,
            "if_statement" => self.if_statement(node)?,
            "while_statement" => self.while_statement(node)?,
            "do_statement" => self.do_statement(node)?,
            "for_statement" => self.for_statement(node)?,
            "switch_statement" => self.switch_statement(node)?,
            "case_statement" => self.case_statement(node)?,
            "return_statement" => self.return_statement(node)?,
            "break_statement" => self.break_statement(node)?,
            "continue_statement" => self.continue_statement(node)?,
            "goto_statement" => self.goto_statement(node)?,
            "labeled_statement" => self.labeled_statement(node)?,
            "attributed_statement" => {
                for child in node.named_children(&mut node.walk()) {
                    if child.kind() != "attribute_declaration" {
                        self.statement(child)?;
                    }
                }
            }
            "type_definition" => {
                for declarator in node.children_by_field_name("declarator", &mut node.walk()) {
                    self.array_sizes(declarator)?;
                }
                self.type_reader().type_definition(node);
            }
            "struct_specifier" | "union_specifier" | "enum_specifier" => {
                self.type_reader().forward(node);
                self.type_reader().type_specifier(node);
            }
            "ERROR" => self.tolerated_error(node)?,
            "comment" | "attribute_specifier" => {}
            "function_definition" => return Err(self.skipped("a function inside a function", node)),
            _ => return Err(self.skipped("a statement that is not understood", node)),
        }
        self.leave();
        Ok(())
    }

    fn expression_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let Some(expression) = node.named_children(&mut node.walk()).find(|child| child.kind() != "comment")
        else {
            return Ok(());
        };
        if self.jumps_by_value(node) {
            let target = self.field(inner(expression), "argument")?;
            return self.computed_goto(target, self.span(node));
        }
        let bare = inner(expression);
        if bare.kind() == "identifier" && !self.is_value_name(self.source(bare)) {
            self.bare_macro(bare);
            return Ok(());
        }
        self.discard(expression)
    }

    /// `FOO;` where nothing declares `FOO`: a macro that may do anything to the variables in sight.
    fn bare_macro(&mut self, node: Node<'a>) {
        let name = self.source(node);
        let span = self.span(node);
        self.graph.abstracted(span, format!("the macro `{name}`"));
        let vars = self.scopes.visible_vars();
        self.step(Action::Opaque { vars }, span);
    }
}
