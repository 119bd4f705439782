//! Iterators over the children of a node of a syntax tree.

use tree_sitter::TreeCursor;

use super::{Field, Node, ids};

/// An iterator over the children of a node, in the order of the text.
#[derive(Clone)]
pub struct Children<'t> {
    cursor: TreeCursor<'t>,
    is_done: bool,
    only_named: bool,
}

impl<'t> Children<'t> {
    pub(super) fn of(node: tree_sitter::Node<'t>, only_named: bool) -> Self {
        let mut cursor = node.walk();
        let is_done = !cursor.goto_first_child();
        Self { cursor, is_done, only_named }
    }
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        while !self.is_done {
            let node = self.cursor.node();
            self.is_done = !self.cursor.goto_next_sibling();
            if !self.only_named || node.is_named() {
                return Some(Node::new(node));
            }
        }
        None
    }
}

/// An iterator over the children of a node that are in one of its [`Field`]s, in the order of the text.
#[derive(Clone)]
pub struct Fields<'t> {
    cursor: TreeCursor<'t>,
    is_done: bool,
    id: u16,
}

impl<'t> Fields<'t> {
    pub(super) fn of(node: tree_sitter::Node<'t>, field: Field) -> Self {
        let mut cursor = node.walk();
        let is_done = !cursor.goto_first_child();
        Self { cursor, is_done, id: ids::field(field) }
    }
}

impl<'t> Iterator for Fields<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        while !self.is_done {
            let is_it = self.cursor.field_id().is_some_and(|id| id.get() == self.id);
            let node = self.cursor.node();
            self.is_done = !self.cursor.goto_next_sibling();
            if is_it {
                return Some(Node::new(node));
            }
        }
        None
    }
}
