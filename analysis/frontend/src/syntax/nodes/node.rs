//! The node of a syntax tree.

use std::ops::Range;

use super::{Children, Cursor, Field, Fields, Kind, ids};

/// A node of a syntax tree. Its kind and its fields are enumerations made from the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node<'t>(tree_sitter::Node<'t>);

impl<'t> Node<'t> {
    pub(in crate::syntax) const fn new(node: tree_sitter::Node<'t>) -> Self {
        Self(node)
    }

    /// Returns the kind of the node.
    pub fn kind(self) -> Kind {
        ids::kind(self.0.kind_id())
    }

    /// Returns the parser's number for the node's kind. Unlike [`Kind`], it distinguishes the spellings of a
    /// token.
    pub fn kind_id(self) -> u16 {
        self.0.kind_id()
    }

    /// Returns the first child that is in this field of the node.
    pub fn field(self, field: Field) -> Option<Self> {
        self.0.child_by_field_id(ids::field(field)).map(Self)
    }

    /// Returns the operator token of an expression; [`Kind::Other`] if the text has none.
    pub fn operator(self) -> Kind {
        self.field(Field::Operator).filter(|operator| !operator.is_missing()).map_or(Kind::Other, Self::kind)
    }

    /// Returns all children that are in this field of the node.
    pub fn fields(self, field: Field) -> Fields<'t> {
        Fields::of(self.0, field)
    }

    /// Returns all children, tokens included.
    pub fn children(self) -> Children<'t> {
        Children::of(self.0, false)
    }

    /// Returns the children that are no tokens. Comments are among them.
    pub fn named_children(self) -> Children<'t> {
        Children::of(self.0, true)
    }

    /// Returns the child at a position among all children.
    pub fn child(self, at: u32) -> Option<Self> {
        self.0.child(at).map(Self)
    }

    /// Returns the child at a position among those that are no tokens.
    pub fn named_child(self, at: u32) -> Option<Self> {
        self.0.named_child(at).map(Self)
    }

    /// Returns the number of all children.
    pub fn child_count(self) -> u32 {
        self.0.child_count()
    }

    /// Returns the number of children that are no tokens.
    pub fn named_child_count(self) -> usize {
        self.0.named_child_count()
    }

    /// Returns the parent node; `None` at the root.
    pub fn parent(self) -> Option<Self> {
        self.0.parent().map(Self)
    }

    /// Returns the node after this one in its parent.
    pub fn next_sibling(self) -> Option<Self> {
        self.0.next_sibling().map(Self)
    }

    /// Returns the node before this one in its parent.
    pub fn prev_sibling(self) -> Option<Self> {
        self.0.prev_sibling().map(Self)
    }

    /// Returns the next sibling that is no token.
    pub fn next_named_sibling(self) -> Option<Self> {
        self.0.next_named_sibling().map(Self)
    }

    /// Returns the previous sibling that is no token.
    pub fn prev_named_sibling(self) -> Option<Self> {
        self.0.prev_named_sibling().map(Self)
    }

    /// Returns the smallest node in this subtree that covers a range of bytes of the text.
    pub fn descendant_for_byte_range(self, start: usize, end: usize) -> Option<Self> {
        self.0.descendant_for_byte_range(start, end).map(Self)
    }

    /// Returns a cursor that starts at this node.
    pub fn walk(self) -> Cursor<'t> {
        Cursor::at(self.0)
    }

    /// Returns whether the node is no token.
    pub fn is_named(self) -> bool {
        self.0.is_named()
    }

    /// Returns whether the node is an error: its text fits no rule of the grammar.
    pub fn is_error(self) -> bool {
        self.0.is_error()
    }

    /// Returns whether the parser inserted the node because the grammar needs it, although the text has
    /// nothing there.
    pub fn is_missing(self) -> bool {
        self.0.is_missing()
    }

    /// Returns whether there is a syntax error in the node's subtree.
    pub fn has_error(self) -> bool {
        self.0.has_error()
    }

    /// Returns the offset where the node starts, in bytes of the text.
    pub fn start_byte(self) -> usize {
        self.0.start_byte()
    }

    /// Returns the offset where the node ends, in bytes of the text, exclusive.
    pub fn end_byte(self) -> usize {
        self.0.end_byte()
    }

    /// Returns the node's range, in bytes of the text.
    pub fn byte_range(self) -> Range<usize> {
        self.0.byte_range()
    }
}
