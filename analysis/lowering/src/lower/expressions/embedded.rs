//! Statements and inline assembly inside expressions.

use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::Action;

use crate::lower::{
    Lowered, Lowering,
    convert::Value,
    ctype::{CType, Shape},
    usage::identifiers,
};

impl<'a> Lowering<'a> {
    /// Lowers a statement expression of GNU C: `({ ...; value; })`.
    pub(super) fn statement_expression(&mut self, node: Node<'a>) -> Lowered<Value> {
        let Some(block) = node.named_children().find(|child| child.kind() == Kind::CompoundStatement) else {
            return Err(self.skipped("an expression that is not understood", node));
        };
        let mut items: Vec<_> =
            block.named_children().filter(|child| child.kind() != Kind::Comment).collect();
        let last = items.pop();
        self.scopes.open();
        for item in items {
            self.statement(item)?;
        }
        let value = match last {
            Some(last) => self.last_statement(last)?,
            None => self.any(&CType::VOID),
        };
        let span = self.span(node);
        self.close_scope(span);
        Ok(value)
    }

    /// Lowers the last statement of a statement expression and returns its value, which is that of the whole
    /// expression.
    fn last_statement(&mut self, node: Node<'a>) -> Lowered<Value> {
        let mut node = node;
        while node.kind() == Kind::LabeledStatement {
            self.place_label(node)?;
            let count = node.named_child_count();
            match node.named_child(count.saturating_sub(1) as u32) {
                Some(inside) if inside.kind() != Kind::StatementIdentifier => node = inside,
                _ => return Ok(self.any(&CType::VOID)),
            }
        }
        let expression = node.named_child(0).filter(|_| node.kind() == Kind::ExpressionStatement);
        let Some(expression) = expression else {
            self.statement(node)?;
            return Ok(self.any(&CType::VOID));
        };
        let value = self.value(expression)?;
        let value = Value { ty: value.ty.decayed(), ..value };
        Ok(if value.ty.shape == Shape::Void { value } else { self.save(&value, self.span(expression)) })
    }

    /// Lowers inline assembly, which may read and write its operands and memory, and jump to its labels.
    pub(super) fn assembly(&mut self, node: Node<'a>) -> Lowered<()> {
        let names = identifiers(node, self.text);
        let span = self.span(node);
        for name in &names {
            // An object that no earlier statement names is written, too.
            if !self.scopes.is_local(name) {
                self.file_variable(name);
            }
        }
        self.graph.abstracted(span, "inline assembly");
        self.opaque(&names, span);
        let Some(labels) = node.field(Field::GotoLabels) else { return Ok(()) };
        for label in labels.named_children().filter(|label| label.kind() == Kind::Identifier) {
            let here = self.here;
            self.step(Action::Skip, span);
            self.jump_to(label, span)?;
            self.here = here;
        }
        Ok(())
    }
}
