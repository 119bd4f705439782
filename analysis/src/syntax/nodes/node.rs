//! A node of a tree.

use std::ops::Range;

use super::{Children, Cursor, Field, Fields, Kind, ids};

/// A node of a tree, with kinds and fields that are types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node<'t>(tree_sitter::Node<'t>);

impl<'t> Node<'t> {
    pub(in crate::syntax) const fn new(node: tree_sitter::Node<'t>) -> Self {
        Self(node)
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        ids::kind(self.0.kind_id())
    }

    /// The parser's number of its kind: other than [`Kind`] it tells the spellings of a token apart.
    pub fn kind_id(self) -> u16 {
        self.0.kind_id()
    }

    /// The first child that has this part in it.
    pub fn field(self, field: Field) -> Option<Self> {
        self.0.child_by_field_id(ids::field(field)).map(Self)
    }

    /// The token of the operator; [`Kind::Other`] if the text has none.
    pub fn operator(self) -> Kind {
        self.field(Field::Operator).filter(|operator| !operator.is_missing()).map_or(Kind::Other, Self::kind)
    }

    /// All children that have this part in it.
    pub fn fields(self, field: Field) -> Fields<'t> {
        Fields::of(self.0, field)
    }

    /// All children, tokens included.
    pub fn children(self) -> Children<'t> {
        Children::of(self.0, false)
    }

    /// The children that are no tokens; comments are among them.
    pub fn named_children(self) -> Children<'t> {
        Children::of(self.0, true)
    }

    /// A child by its position among all children.
    pub fn child(self, at: u32) -> Option<Self> {
        self.0.child(at).map(Self)
    }

    /// A child by its position among those that are no tokens.
    pub fn named_child(self, at: u32) -> Option<Self> {
        self.0.named_child(at).map(Self)
    }

    /// How many children it has.
    pub fn child_count(self) -> u32 {
        self.0.child_count()
    }

    /// How many children it has that are no tokens.
    pub fn named_child_count(self) -> usize {
        self.0.named_child_count()
    }

    /// The node that it is a child of.
    pub fn parent(self) -> Option<Self> {
        self.0.parent().map(Self)
    }

    /// The node behind it in its parent.
    pub fn next_sibling(self) -> Option<Self> {
        self.0.next_sibling().map(Self)
    }

    /// The node before it in its parent.
    pub fn prev_sibling(self) -> Option<Self> {
        self.0.prev_sibling().map(Self)
    }

    /// The first node behind it in its parent that is no token.
    pub fn next_named_sibling(self) -> Option<Self> {
        self.0.next_named_sibling().map(Self)
    }

    /// The last node before it in its parent that is no token.
    pub fn prev_named_sibling(self) -> Option<Self> {
        self.0.prev_named_sibling().map(Self)
    }

    /// The smallest node below it that covers these bytes of the text.
    pub fn descendant_for_byte_range(self, start: usize, end: usize) -> Option<Self> {
        self.0.descendant_for_byte_range(start, end).map(Self)
    }

    /// A walk through the tree below it.
    pub fn walk(self) -> Cursor<'t> {
        Cursor::at(self.0)
    }

    /// Whether it is no token.
    pub fn is_named(self) -> bool {
        self.0.is_named()
    }

    /// Whether its text fits no rule of the grammar.
    pub fn is_error(self) -> bool {
        self.0.is_error()
    }

    /// Whether the grammar wants it where the text has nothing.
    pub fn is_missing(self) -> bool {
        self.0.is_missing()
    }

    /// Whether there is an error in it.
    pub fn has_error(self) -> bool {
        self.0.has_error()
    }

    /// Where it starts, in bytes of the text.
    pub fn start_byte(self) -> usize {
        self.0.start_byte()
    }

    /// Where it ends, in bytes of the text.
    pub fn end_byte(self) -> usize {
        self.0.end_byte()
    }

    /// Its place, in bytes of the text.
    pub fn byte_range(self) -> Range<usize> {
        self.0.byte_range()
    }
}
