//! Lowering of `if`.

use csieve_frontend::syntax::{Field, Kind, Node};

use crate::lower::{Lowered, Lowering};

impl<'a> Lowering<'a> {
    /// Lowers an `if` with all its `else if` branches, without recursion over their number.
    pub(super) fn if_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let span = self.span(node);
        let mut ends = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next.take() {
            let condition = self.field(node, Field::Condition)?;
            let place = self.span(condition);
            let from = self.graph.edge_count();
            let branches = self.branch(condition)?;
            if let Some(word) = node.child(0) {
                let by = self.span(word);
                self.graph.asked(from.., by);
            }
            self.merge(&branches.holds, place);
            self.scoped(self.field(node, Field::Consequence)?)?;
            ends.extend(self.end());
            self.merge(&branches.fails, place);
            let Some(alternative) = node.field(Field::Alternative) else { break };
            let statements: Vec<_> =
                alternative.named_children().filter(|child| child.kind() != Kind::Comment).collect();
            match statements.as_slice() {
                [only] if only.kind() == Kind::IfStatement => next = Some(*only),
                _ => {
                    for statement in statements {
                        self.scoped(statement)?;
                    }
                }
            }
        }
        ends.extend(self.end());
        self.merge(&ends, span);
        Ok(())
    }

    /// Lowers a statement in a scope of its own, with or without braces.
    pub(super) fn scoped(&mut self, node: Node<'a>) -> Lowered<()> {
        self.scopes.open();
        self.statement(node)?;
        let span = self.span(node);
        self.close_scope(span);
        Ok(())
    }
}
