//! The node of a syntax tree.

use std::ops::Range;

use super::{Children, Cursor, Field, Fields, Kind, ids};

/// A node of a syntax tree. [`Kind`] and [`Field`] are enumerations made from the grammar.
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

    /// Returns tree-sitter's number for the node's kind. Unlike [`Kind`], the number distinguishes the
    /// spellings of a token.
    pub fn kind_id(self) -> u16 {
        self.0.kind_id()
    }

    /// Returns the first child that is in this field of the node, or `None` if the field is empty.
    pub fn field(self, field: Field) -> Option<Self> {
        self.0.child_by_field_id(ids::field(field)).map(Self)
    }

    /// Returns the kind of an expression's operator token, such as `+`; [`Kind::Other`] if the text has no
    /// operator.
    pub fn operator(self) -> Kind {
        self.field(Field::Operator).filter(|operator| !operator.is_missing()).map_or(Kind::Other, Self::kind)
    }

    /// Returns all children that are in this field of the node.
    pub fn fields(self, field: Field) -> Fields<'t> {
        Fields::of(self.0, field)
    }

    /// Returns all children of the node, tokens such as `;` included.
    pub fn children(self) -> Children<'t> {
        Children::of(self.0, false)
    }

    /// Returns the children of the node that are no tokens such as `;`. Comments are among the returned
    /// children.
    pub fn named_children(self) -> Children<'t> {
        Children::of(self.0, true)
    }

    /// Returns the child at a position, from 0, among all children of the node.
    pub fn child(self, at: u32) -> Option<Self> {
        self.0.child(at).map(Self)
    }

    /// Returns the child at a position, from 0, among those children of the node that are no tokens.
    pub fn named_child(self, at: u32) -> Option<Self> {
        self.0.named_child(at).map(Self)
    }

    /// Returns the number of all children of the node.
    pub fn child_count(self) -> u32 {
        self.0.child_count()
    }

    /// Returns the number of children of the node that are no tokens.
    pub fn named_child_count(self) -> usize {
        self.0.named_child_count()
    }

    /// Returns the parent node; `None` at the root.
    pub fn parent(self) -> Option<Self> {
        self.0.parent().map(Self)
    }

    /// Returns the node after this one among the children of their parent.
    pub fn next_sibling(self) -> Option<Self> {
        self.0.next_sibling().map(Self)
    }

    /// Returns the node before this one among the children of their parent.
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

    /// Returns the smallest node in the subtree of this node that covers the bytes of the text from `start`
    /// to `end`, exclusive.
    pub fn descendant_for_byte_range(self, start: usize, end: usize) -> Option<Self> {
        self.0.descendant_for_byte_range(start, end).map(Self)
    }

    /// Returns a cursor that starts at this node.
    pub fn walk(self) -> Cursor<'t> {
        Cursor::at(self.0)
    }

    /// Returns whether the node has a name in the grammar, unlike a token such as `;`.
    pub fn is_named(self) -> bool {
        self.0.is_named()
    }

    /// Returns whether the node is an error: its text fits no rule of the grammar.
    pub fn is_error(self) -> bool {
        self.0.is_error()
    }

    /// Returns whether the node has no text: the parser inserted it because the grammar needs it there.
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
