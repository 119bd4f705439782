//! Edges, joins and spans.

use super::{Lowering, Skipped};
use csieve_base::text::Span;
use csieve_frontend::syntax::Node;
use csieve_graph::{Action, Loc};

/// Where control goes on after a condition; every location is reached by one edge only.
#[derive(Debug, Default)]
pub(super) struct Branches {
    /// The condition was true.
    pub holds: Vec<Loc>,
    /// The condition was false.
    pub fails: Vec<Loc>,
}

impl<'a> Lowering<'a> {
    /// A node's place relative to the function.
    pub(super) fn span(&self, node: Node<'_>) -> Span {
        let start = node.start_byte() - self.base;
        Span::new(start, (node.end_byte() - self.base).max(start))
    }

    /// A node's text.
    pub(super) fn source(&self, node: Node<'_>) -> &'a str {
        &self.text[node.byte_range()]
    }

    /// The function cannot be lowered because of this node.
    pub(super) fn skipped(&self, what: &str, node: Node<'_>) -> Skipped {
        Skipped::near(what, node, self.base as u32)
    }

    /// Adds an edge and goes on behind it.
    pub(super) fn step(&mut self, action: Action, span: Span) {
        self.here = self.graph.step(self.here, action, span);
    }

    /// Adds an edge that nothing follows.
    pub(super) fn dead_end(&mut self, action: Action, span: Span) {
        self.graph.step(self.here, action, span);
    }

    /// Control goes to a location where several ways meet.
    pub(super) fn join(&mut self, to: Loc, span: Span) {
        if !self.dead {
            self.reached.insert(to);
            self.graph.edge(self.here, to, Action::Skip, span);
        }
    }

    /// Goes on at a location; nothing does if no way led there.
    pub(super) fn resume(&mut self, at: Loc) {
        self.here = at;
        self.dead = !self.reached.contains(&at);
    }

    /// Nothing goes on here; what follows is reached only through labels.
    pub(super) fn stop(&mut self) {
        self.here = self.graph.location();
        self.dead = true;
    }

    /// Goes on where all of these ways meet.
    pub(super) fn merge(&mut self, ends: &[Loc], span: Span) {
        match ends {
            [] => self.stop(),
            [only] => {
                self.here = *only;
                self.dead = false;
            }
            _ => {
                let to = self.graph.location();
                for &end in ends {
                    self.graph.edge(end, to, Action::Skip, span);
                }
                self.reached.insert(to);
                self.resume(to);
            }
        }
    }

    /// The way that leads here, if one does, for a later merge.
    pub(super) fn end(&self) -> Option<Loc> {
        (!self.dead).then_some(self.here)
    }
}
