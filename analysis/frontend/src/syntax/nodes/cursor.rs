//! A cursor that walks through a syntax tree.

use tree_sitter::TreeCursor;

use super::Node;

/// A moving position in a syntax tree. It never leaves the subtree of the node where it started.
#[derive(Clone)]
pub struct Cursor<'t>(TreeCursor<'t>);

impl<'t> Cursor<'t> {
    pub(super) fn at(node: tree_sitter::Node<'t>) -> Self {
        Self(node.walk())
    }

    /// Returns the node at the cursor.
    pub fn node(&self) -> Node<'t> {
        Node::new(self.0.node())
    }

    /// Moves to the first child. Returns false if there is none.
    pub fn goto_first_child(&mut self) -> bool {
        self.0.goto_first_child()
    }

    /// Moves to the next sibling. Returns false if there is none.
    pub fn goto_next_sibling(&mut self) -> bool {
        self.0.goto_next_sibling()
    }

    /// Moves to the parent. Does not move, and returns false, at the node where the cursor started.
    pub fn goto_parent(&mut self) -> bool {
        self.0.goto_parent()
    }

    /// Moves to the first child that ends after a byte offset of the text. Returns false if there is none.
    pub fn goto_first_child_for_byte(&mut self, byte: usize) -> bool {
        self.0.goto_first_child_for_byte(byte).is_some()
    }
}
