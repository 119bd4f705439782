//! A cursor that walks through a syntax tree.

use super::Node;

/// A moving position in a syntax tree. It never leaves the subtree of the node where it started.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'t> {
    start: Node<'t>,
    node: Node<'t>,
}

impl<'t> Cursor<'t> {
    pub(super) fn at(node: Node<'t>) -> Self {
        Self { start: node, node }
    }

    /// Returns the node at the cursor.
    pub fn node(&self) -> Node<'t> {
        self.node
    }

    /// Moves to the first child. Returns false if there is none.
    pub fn goto_first_child(&mut self) -> bool {
        self.goto(self.node.first_child())
    }

    /// Moves to the next sibling. Returns false if there is none.
    pub fn goto_next_sibling(&mut self) -> bool {
        self.node != self.start && self.goto(self.node.following())
    }

    /// Moves to the parent. Does not move, and returns false, at the node where the cursor started.
    pub fn goto_parent(&mut self) -> bool {
        self.node != self.start && self.goto(self.node.parent())
    }

    /// Moves to the first child that ends after a byte offset of the text. Returns false if there is none.
    pub fn goto_first_child_for_byte(&mut self, byte: usize) -> bool {
        self.goto(self.node.children().find(|child| child.end_byte() > byte))
    }

    fn goto(&mut self, node: Option<Node<'t>>) -> bool {
        self.node = node.unwrap_or(self.node);
        node.is_some()
    }
}
