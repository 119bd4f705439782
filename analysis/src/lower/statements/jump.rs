//! Jumps: `break`, `continue`, `goto`, labels, `return`.

use rustc_hash::FxHashMap;
use tree_sitter::Node;

use super::switch::Switch;
use crate::{
    cfg::{Action, Loc},
    lower::{Lowered, Lowering, ctype::Shape},
    text::Span,
};

/// A statement that `break` leaves.
#[derive(Debug)]
pub(super) enum Frame {
    Loop { after: Loc, next: Loc },
    Switch(Switch),
}

/// Where jumps of a function lead.
#[derive(Debug, Default)]
pub(in crate::lower) struct Jumps<'a> {
    pub(super) frames: Vec<Frame>,
    labels: FxHashMap<&'a str, Label<'a>>,
    /// Labels in order of first mention, so that the graph does not depend on hashing.
    order: Vec<&'a str>,
    /// Where `goto *p` stands.
    computed: Vec<(Loc, Span)>,
    /// The conditions of the `#if` around, with the branch taken.
    pub(super) conditions: Vec<(crate::cfg::VarId, bool)>,
}

#[derive(Debug)]
struct Label<'a> {
    at: Loc,
    placed: bool,
    address_taken: bool,
    mention: Node<'a>,
}

impl Jumps<'_> {
    pub(super) fn open(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    pub(super) fn close(&mut self) -> Option<Frame> {
        self.frames.pop()
    }
}

impl<'a> Lowering<'a> {
    fn label(&mut self, node: Node<'a>) -> &mut Label<'a> {
        let name = self.source(node);
        if !self.jumps.labels.contains_key(name) {
            let at = self.graph.location();
            self.jumps.order.push(name);
            let label = Label { at, placed: false, address_taken: false, mention: node };
            self.jumps.labels.insert(name, label);
        }
        self.jumps.labels.get_mut(name).expect("it was just added")
    }

    pub(in crate::lower) fn take_label(&mut self, node: Node<'a>) {
        self.label(node).address_taken = true;
    }

    pub(super) fn labeled_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let name = self.field(node, "label")?;
        let span = self.span(name);
        let label = self.label(name);
        let twice = std::mem::replace(&mut label.placed, true);
        let at = label.at;
        if twice {
            return Err(self.skipped("a label that is there twice", node));
        }
        self.join(at, span);
        self.reached.insert(at);
        self.resume(at);
        for child in node.named_children(&mut node.walk()) {
            if child.kind() != "statement_identifier" {
                self.statement(child)?;
            }
        }
        Ok(())
    }

    pub(super) fn goto_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let name = self.field(node, "label")?;
        let at = self.label(name).at;
        self.join(at, self.span(node));
        self.stop();
        Ok(())
    }

    /// Whether an expression statement is the rest of `goto *p;`, which the grammar does not know.
    pub(super) fn jumps_by_value(&self, node: Node<'a>) -> bool {
        // Looking for siblings searches the tree from its root.
        self.has_errors
            && node.prev_sibling().is_some_and(|before| before.is_error() && self.source(before) == "goto")
    }

    pub(super) fn computed_goto(&mut self, expression: Node<'a>) -> Lowered<()> {
        let target = self.field(expression, "argument")?;
        self.value(target)?;
        let span = self.span(expression);
        if !self.dead {
            self.jumps.computed.push((self.here, span));
        }
        self.stop();
        Ok(())
    }

    /// Draws the computed jumps, and makes sure that every label was found.
    pub(in crate::lower) fn finish_jumps(&mut self) -> Lowered<()> {
        if let Some(label) =
            self.jumps.labels.values().filter(|label| !label.placed).min_by_key(|l| l.mention.start_byte())
        {
            return Err(self.skipped("a jump to a label that is not there", label.mention));
        }
        for (from, span) in std::mem::take(&mut self.jumps.computed) {
            for name in self.jumps.order.clone() {
                let label = &self.jumps.labels[name];
                if label.address_taken {
                    self.graph.edge(from, label.at, Action::Skip, span);
                }
            }
        }
        Ok(())
    }

    pub(super) fn break_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let after = match self.jumps.frames.last() {
            Some(Frame::Loop { after, .. }) => *after,
            Some(Frame::Switch(switch)) => switch.after,
            None => return Err(self.skipped("a break outside loops", node)),
        };
        self.join(after, self.span(node));
        self.stop();
        Ok(())
    }

    pub(super) fn continue_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let next = self.jumps.frames.iter().rev().find_map(|frame| match frame {
            Frame::Loop { next, .. } => Some(*next),
            Frame::Switch(_) => None,
        });
        let Some(next) = next else { return Err(self.skipped("a continue outside loops", node)) };
        self.join(next, self.span(node));
        self.stop();
        Ok(())
    }

    pub(super) fn return_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let expression = node.named_children(&mut node.walk()).find(|child| child.kind() != "comment");
        let span = self.span(node);
        let mut returned = None;
        if let Some(expression) = expression {
            let value = self.value(expression)?;
            let returns = self.returns.clone();
            if value.ty.shape != Shape::Void && returns.shape != Shape::Void {
                let value = if returns.is_aggregate() { value } else { self.converted(&value, &returns) };
                returned = Some(value.expr);
            }
        }
        let exit = self.graph.exit();
        self.graph.edge(self.here, exit, Action::Return(returned), span);
        self.stop();
        Ok(())
    }
}
