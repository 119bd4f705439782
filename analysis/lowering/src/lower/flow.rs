//! Adding edges and joins to the graph, and spans relative to the function.

use super::{Lowering, Skipped};
use csieve_base::text::Span;
use csieve_frontend::syntax::Node;
use csieve_graph::{Action, Loc};

/// The paths that leave a condition, each given by its last location, from which lowering goes on. Each of
/// these locations has only one incoming edge.
#[derive(Debug, Default)]
pub(super) struct Branches {
    /// The paths on which the condition is true.
    pub holds: Vec<Loc>,
    /// The paths on which the condition is false.
    pub fails: Vec<Loc>,
}

impl<'a> Lowering<'a> {
    /// Returns the span of a node, in bytes from the start of the function.
    pub(super) fn span(&self, node: Node<'_>) -> Span {
        let start = node.start_byte() - self.base;
        Span::new(start, (node.end_byte() - self.base).max(start))
    }

    /// Returns the source text of a node.
    pub(super) fn source(&self, node: Node<'_>) -> &'a str {
        &self.text[node.byte_range()]
    }

    /// Returns the reason for skipping the function: `what` stands at this node.
    pub(super) fn skipped(&self, what: &str, node: Node<'_>) -> Skipped {
        Skipped::near(what, node, self.base as u32)
    }

    /// Adds an edge from the current location (`here`) to a new one, which becomes the current location.
    pub(super) fn step(&mut self, action: Action, span: Span) {
        self.here = self.graph.step(self.here, action, span);
    }

    /// Adds an edge from the current location to a dead end. The current location stays the same.
    pub(super) fn dead_end(&mut self, action: Action, span: Span) {
        self.graph.step(self.here, action, span);
    }

    /// Adds an edge from the current location to a join location, if the current location can be reached.
    pub(super) fn join(&mut self, to: Loc, span: Span) {
        if !self.dead {
            self.reached.insert(to);
            self.graph.edge(self.here, to, Action::Skip, span);
        }
    }

    /// Makes a location the current one. The code there is dead if no path leads to it.
    pub(super) fn resume(&mut self, at: Loc) {
        self.here = at;
        self.dead = !self.reached.contains(&at);
    }

    /// Ends the current path, as after a `return`. Statements that follow can be reached only through labels.
    pub(super) fn stop(&mut self) {
        self.here = self.graph.location();
        self.dead = true;
    }

    /// Continues where the paths that end at these locations join. If there are none, the code that follows
    /// is dead.
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

    /// Returns the current location for a later merge; `None` if no path leads to it.
    pub(super) fn end(&self) -> Option<Loc> {
        (!self.dead).then_some(self.here)
    }
}
