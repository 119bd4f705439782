//! The node of a syntax tree.

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::Range,
    ptr,
};

use super::{Children, Cursor, Field, Fields, Kind, ids};
use crate::syntax::packed::Packed;

/// A node of a syntax tree. [`Kind`] and [`Field`] are enumerations made from the grammar.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t Packed,
    /// The number of the node in the tree.
    at: u32,
}

impl<'t> Node<'t> {
    /// Returns the root of a tree.
    pub(in crate::syntax) const fn root(tree: &'t Packed) -> Self {
        Self { tree, at: 0 }
    }

    /// Returns the number of the first node after those of the subtree.
    fn behind(self) -> u32 {
        self.tree.behind(self.at)
    }

    fn with(self, at: u32) -> Self {
        Self { tree: self.tree, at }
    }

    /// Returns the kind of the node.
    pub fn kind(self) -> Kind {
        ids::kind(self.kind_id())
    }

    /// Returns tree-sitter's number for the node's kind. Unlike [`Kind`], the number distinguishes the
    /// spellings of a token.
    pub fn kind_id(self) -> u16 {
        self.tree.kind(self.at)
    }

    /// Returns the first child that is in this field of the node, or `None` if the field is empty.
    pub fn field(self, field: Field) -> Option<Self> {
        // What stands in a text that fits no rule has no place in one: it keeps the field of a part of the rule only.
        self.fields(field).next().filter(|_| !self.is_error())
    }

    /// Returns the kind of an expression's operator token, such as `+`; [`Kind::Other`] if the text has no
    /// operator.
    pub fn operator(self) -> Kind {
        self.field(Field::Operator).filter(|operator| !operator.is_missing()).map_or(Kind::Other, Self::kind)
    }

    /// Returns all children that are in this field of the node.
    pub fn fields(self, field: Field) -> Fields<'t> {
        Fields::of(self, field)
    }

    /// Returns all children of the node, tokens such as `;` included.
    pub fn children(self) -> Children<'t> {
        Children::of(self, false)
    }

    /// Returns the children of the node that are no tokens such as `;`. Comments are among the returned
    /// children.
    pub fn named_children(self) -> Children<'t> {
        Children::of(self, true)
    }

    /// Returns the child at a position, from 0, among all children of the node.
    pub fn child(self, at: u32) -> Option<Self> {
        self.children().nth(at as usize)
    }

    /// Returns the child at a position, from 0, among those children of the node that are no tokens.
    pub fn named_child(self, at: u32) -> Option<Self> {
        self.named_children().nth(at as usize)
    }

    /// Returns the number of all children of the node.
    pub fn child_count(self) -> u32 {
        self.children().count() as u32
    }

    /// Returns the number of children of the node that are no tokens.
    pub fn named_child_count(self) -> usize {
        self.named_children().count()
    }

    /// Returns the first child of the node.
    pub(super) fn first_child(self) -> Option<Self> {
        (self.at + 1 < self.behind()).then(|| self.with(self.at + 1))
    }

    /// Returns the parent node; `None` at the root.
    pub fn parent(self) -> Option<Self> {
        (self.at != 0).then(|| self.with(self.tree.parent(self.at)))
    }

    /// Returns the node after this one among the children of their parent, be it without text.
    pub(super) fn following(self) -> Option<Self> {
        let behind = self.behind();
        (behind < self.parent()?.behind()).then(|| self.with(behind))
    }

    /// Returns the node after this one among the children of their parent. Tokens that the parser inserted are
    /// passed over.
    pub fn next_sibling(self) -> Option<Self> {
        let mut next = self.following();
        while let Some(node) = next.filter(|node| node.end_byte() <= self.end_byte()) {
            next = node.following();
        }
        next
    }

    /// Returns the node before this one among the children of their parent.
    pub fn prev_sibling(self) -> Option<Self> {
        self.parent()?.children().take_while(|child| child.at < self.at).last()
    }

    /// Returns the next sibling that is no token.
    pub fn next_named_sibling(self) -> Option<Self> {
        let mut next = self.next_sibling();
        while let Some(node) = next.filter(|node| !node.is_named()) {
            next = node.next_sibling();
        }
        next
    }

    /// Returns the previous sibling that is no token.
    pub fn prev_named_sibling(self) -> Option<Self> {
        self.parent()?.named_children().take_while(|child| child.at < self.at).last()
    }

    /// Returns the smallest node in the subtree of this node that covers the bytes of the text from `start`
    /// to `end`, exclusive.
    pub fn descendant_for_byte_range(self, start: usize, end: usize) -> Option<Self> {
        let covers = |node: &Self| {
            let Range { start: first, end: last } = node.byte_range();
            let touches = if first == last { last >= start } else { last > start };
            last >= end && touches
        };
        // Whatever covers the bytes is around the last node that starts before them.
        let mut node = self.with(self.tree.last_from(self.at, start));
        let mut deepest = None;
        while node.at != self.at {
            if !covers(&node) {
                // A node without text at the end of one that does not cover the bytes is no part of it.
                deepest = None;
            } else if node.start_byte() < node.end_byte() {
                return deepest.or(Some(node));
            } else {
                deepest.get_or_insert(node);
            }
            node = self.with(self.tree.parent(node.at));
        }
        deepest.or(Some(self))
    }

    /// Returns the nodes around this one, innermost first.
    pub fn around(self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.parent(), |node| node.parent())
    }

    /// Returns the node and all nodes below it, each before its children, in the order of the text.
    pub fn subtree(self) -> impl Iterator<Item = Self> {
        (self.at..self.behind()).map(move |at| self.with(at))
    }

    /// Returns a cursor that starts at this node.
    pub fn walk(self) -> Cursor<'t> {
        Cursor::at(self)
    }

    /// Returns whether the node has a name in the grammar, unlike a token such as `;`.
    pub fn is_named(self) -> bool {
        ids::is_named(self.kind_id())
    }

    /// Returns whether the node is an error: its text fits no rule of the grammar.
    pub fn is_error(self) -> bool {
        self.kind_id() == ids::ERROR
    }

    /// Returns whether the node has no text: the parser inserted it because the grammar needs it there.
    pub fn is_missing(self) -> bool {
        self.tree.is_missing(self.at)
    }

    /// Returns whether there is a syntax error in the node's subtree.
    pub fn has_error(self) -> bool {
        self.tree.has_error(self.at)
    }

    /// Returns tree-sitter's number for the field that the node is in; 0 for none.
    pub(super) fn field_id(self) -> u8 {
        self.tree.field(self.at)
    }

    /// Returns the offset where the node starts, in bytes of the text.
    pub fn start_byte(self) -> usize {
        self.tree.start(self.at) as usize
    }

    /// Returns the offset where the node ends, in bytes of the text, exclusive.
    pub fn end_byte(self) -> usize {
        self.tree.end(self.at) as usize
    }

    /// Returns the node's range, in bytes of the text.
    pub fn byte_range(self) -> Range<usize> {
        self.start_byte()..self.end_byte()
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && ptr::eq(self.tree, other.tree)
    }
}

impl Eq for Node<'_> {}

impl Hash for Node<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        ptr::hash(self.tree, state);
        self.at.hash(state);
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.kind(), self.byte_range())
    }
}
