//! A walk through a tree.

use tree_sitter::TreeCursor;

use super::Node;

/// A place in a tree that moves. It never leaves the node where it started.
#[derive(Clone)]
pub struct Cursor<'t>(TreeCursor<'t>);

impl<'t> Cursor<'t> {
    pub(super) fn at(node: tree_sitter::Node<'t>) -> Self {
        Self(node.walk())
    }

    /// The node where it is.
    pub fn node(&self) -> Node<'t> {
        Node::new(self.0.node())
    }

    /// Moves to the first child; false if there is none.
    pub fn goto_first_child(&mut self) -> bool {
        self.0.goto_first_child()
    }

    /// Moves to the next sibling; false if there is none.
    pub fn goto_next_sibling(&mut self) -> bool {
        self.0.goto_next_sibling()
    }

    /// Moves to the parent; false where it started.
    pub fn goto_parent(&mut self) -> bool {
        self.0.goto_parent()
    }

    /// Moves to the first child that ends behind a byte of the text; false if there is none.
    pub fn goto_first_child_for_byte(&mut self, byte: usize) -> bool {
        self.0.goto_first_child_for_byte(byte).is_some()
    }
}
