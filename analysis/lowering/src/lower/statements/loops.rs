//! Lowering of `while`, `do` and `for`.

use super::jump::Frame;
use csieve_base::text::Span;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::Loc;

use crate::lower::{Lowered, Lowering};

impl<'a> Lowering<'a> {
    pub(super) fn while_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let span = self.span(node);
        let condition = self.field(node, Field::Condition)?;
        let (head, after) = (self.graph.location(), self.graph.location());
        self.loop_head(head, span);
        let branches = self.branch(condition)?;
        let place = self.span(condition);
        self.merge(&branches.holds, place);
        let body = self.field(node, Field::Body)?;
        self.jumps.open(Frame::Loop { after, next: head, start: body.start_byte() });
        self.scoped(body)?;
        self.jumps.close();
        self.join(head, span);
        self.merge(&branches.fails, place);
        self.join(after, span);
        self.resume(after);
        Ok(())
    }

    pub(super) fn do_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let span = self.span(node);
        let (head, next, after) = (self.graph.location(), self.graph.location(), self.graph.location());
        self.loop_head(head, span);
        let body = self.field(node, Field::Body)?;
        self.jumps.open(Frame::Loop { after, next, start: body.start_byte() });
        self.scoped(body)?;
        self.jumps.close();
        self.join(next, span);
        self.resume(next);
        let condition = self.field(node, Field::Condition)?;
        let branches = self.branch(condition)?;
        let place = self.span(condition);
        self.merge(&branches.holds, place);
        self.join(head, place);
        self.merge(&branches.fails, place);
        self.join(after, place);
        self.resume(after);
        Ok(())
    }

    pub(super) fn for_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let span = self.span(node);
        self.scopes.open();
        if let Some(initializer) = node.field(Field::Initializer) {
            match initializer.kind() {
                Kind::Declaration => self.declaration(initializer)?,
                _ => self.discard(initializer)?,
            }
        }
        let (head, next, after) = (self.graph.location(), self.graph.location(), self.graph.location());
        self.loop_head(head, span);
        let mut fails = Vec::new();
        if let Some(condition) = node.field(Field::Condition) {
            let branches = self.branch(condition)?;
            self.merge(&branches.holds, self.span(condition));
            fails = branches.fails;
        }
        let body = self.field(node, Field::Body)?;
        self.jumps.open(Frame::Loop { after, next, start: body.start_byte() });
        self.scoped(body)?;
        self.jumps.close();
        self.join(next, span);
        self.resume(next);
        if let Some(update) = node.field(Field::Update) {
            self.discard(update)?;
        }
        self.join(head, span);
        self.merge(&fails, span);
        self.join(after, span);
        self.resume(after);
        self.close_scope(span);
        Ok(())
    }

    /// Starts a loop. A jump to a label in the body may enter the loop, so its head always counts as
    /// reachable.
    fn loop_head(&mut self, head: Loc, span: Span) {
        self.join(head, span);
        self.reached.insert(head);
        self.resume(head);
    }
}
