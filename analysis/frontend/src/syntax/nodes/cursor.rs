//! A cursor that walks through a syntax tree.

use super::{Kind, Node};

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

impl Node<'_> {
    /// Calls `visit` for the node and all nodes in it, outermost first in the order of the text. Besides the node it gets the
    /// nodes around it, outermost first, without parenthesised expressions. What is in a node for which it returns false is
    /// left out.
    pub fn for_each_around(self, mut visit: impl FnMut(Self, &[Self]) -> bool) {
        let mut cursor = self.walk();
        let mut around: Vec<Self> = Vec::new();
        loop {
            let node = cursor.node();
            if visit(node, &around) && cursor.goto_first_child() {
                if node.kind() != Kind::ParenthesizedExpression {
                    around.push(node);
                }
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                if cursor.node().kind() != Kind::ParenthesizedExpression {
                    around.pop();
                }
            }
        }
    }
}
