//! Iterators over the children of a node of a syntax tree.

use super::{Field, Node, ids};

/// An iterator over the children of a node, in the order of the text.
#[derive(Clone, Debug)]
pub struct Children<'t> {
    next: Option<Node<'t>>,
    only_named: bool,
}

impl<'t> Children<'t> {
    pub(super) fn of(node: Node<'t>, only_named: bool) -> Self {
        Self { next: node.first_child(), only_named }
    }
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        while let Some(node) = self.next {
            self.next = node.following();
            if !self.only_named || node.is_named() {
                return Some(node);
            }
        }
        None
    }
}

/// An iterator over the children of a node that are in one of its [`Field`]s, in the order of the text.
#[derive(Clone, Debug)]
pub struct Fields<'t> {
    next: Option<Node<'t>>,
    id: u8,
}

impl<'t> Fields<'t> {
    pub(super) fn of(node: Node<'t>, field: Field) -> Self {
        Self { next: node.first_child(), id: ids::field(field) }
    }
}

impl<'t> Iterator for Fields<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        while let Some(node) = self.next {
            self.next = node.following();
            if node.field_id() == self.id {
                return Some(node);
            }
        }
        None
    }
}
