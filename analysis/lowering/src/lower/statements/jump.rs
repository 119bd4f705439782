//! Lowering of jumps: `break`, `continue`, `goto` and `return`.

use super::switch::Switch;
use csieve_base::text::Span;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Action, ExprId, Loc};

use crate::lower::{Lowered, Lowering, ctype::Shape};

/// A statement that `break` leaves. `start` is the byte offset in the text at which the statement's body
/// starts.
#[derive(Debug)]
pub(super) enum Frame {
    Loop { after: Loc, next: Loc, start: usize },
    Switch(Switch),
}

/// The jumps of a function, and the statements around the current one that a jump can leave.
#[derive(Debug, Default)]
pub(in crate::lower) struct Jumps {
    pub(super) frames: Vec<Frame>,
    /// The location, the span and the target of each computed jump (`goto *p`).
    pub(super) computed: Vec<(Loc, Span, ExprId)>,
}

impl Jumps {
    pub(super) fn open(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    pub(super) fn close(&mut self) -> Option<Frame> {
        self.frames.pop()
    }
}

impl<'a> Lowering<'a> {
    pub(super) fn goto_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let name = self.field(node, Field::Label)?;
        self.jump_to(name, self.span(node))?;
        self.stop();
        Ok(())
    }

    /// Returns whether an expression statement is the `*p;` of a `goto *p;`, which the grammar does not
    /// support.
    pub(super) fn jumps_by_value(&self, node: Node<'a>) -> bool {
        // Finding a sibling is slow (tree-sitter searches from the root), so it is done only in trees with
        // errors.
        self.has_errors
            && node.prev_sibling().is_some_and(|before| before.is_error() && self.source(before) == "goto")
    }

    /// Lowers a computed jump: `goto *target;`.
    pub(in crate::lower) fn computed_goto(&mut self, target: Node<'a>, span: Span) -> Lowered<()> {
        let to = self.value(target)?;
        if self.has_cleanups() {
            return Err(self.skipped("a computed jump out of the scope of a cleanup", target));
        }
        if !self.dead {
            self.jumps.computed.push((self.here, span, to.expr));
        }
        self.stop();
        Ok(())
    }

    pub(super) fn break_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let (after, start) = match self.jumps.frames.last() {
            Some(Frame::Loop { after, start, .. }) => (*after, *start),
            Some(Frame::Switch(switch)) => (switch.after, switch.start),
            None => return Err(self.skipped("a break outside loops", node)),
        };
        let span = self.span(node);
        self.leave_for(Some(start), span);
        self.join(after, span);
        self.stop();
        Ok(())
    }

    pub(super) fn continue_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let next = self.jumps.frames.iter().rev().find_map(|frame| match frame {
            Frame::Loop { next, start, .. } => Some((*next, *start)),
            Frame::Switch(_) => None,
        });
        let Some((next, start)) = next else {
            return Err(self.skipped("a continue outside loops", node));
        };
        let span = self.span(node);
        self.leave_for(Some(start), span);
        self.join(next, span);
        self.stop();
        Ok(())
    }

    pub(super) fn return_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let expression = node.named_children().find(|child| child.kind() != Kind::Comment);
        let span = self.span(node);
        let mut returned = None;
        if let Some(expression) = expression {
            let value = self.value(expression)?;
            let returns = self.returns.clone();
            if value.ty.shape != Shape::Void && returns.shape != Shape::Void {
                let value = if returns.is_aggregate() { value } else { self.converted(&value, &returns) };
                // Cleanups run after the returned value has been computed.
                let kept = self.has_cleanups() && self.as_truth(&value).is_none();
                let value = if kept { self.save(&value, self.span(expression)) } else { value };
                returned = Some(value.expr);
            }
        }
        self.leave_for(None, span);
        let exit = self.graph.exit();
        self.graph.edge(self.here, exit, Action::Return(returned), span);
        self.stop();
        Ok(())
    }
}
