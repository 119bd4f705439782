//! Syntax trees in one block of memory. A tree of tree-sitter takes several times as much, and finds parents and
//! siblings only by searches from the root.

use tree_sitter::{Node, Tree, TreeCursor};

/// The nodes of a syntax tree, each before its children, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    entries: Box<[Entry]>,
}

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The offset where the node starts, in bytes of the text.
    pub start: u32,
    /// The offset where the node ends, in bytes of the text, exclusive.
    pub end: u32,
    /// The number of the parent. The root is its own parent.
    pub parent: u32,
    /// The number of the first node after those of the node's subtree.
    pub behind: u32,
    /// tree-sitter's number for the kind of the node.
    pub kind: u16,
    /// tree-sitter's number for the field of its parent that the node is in; 0 for none.
    pub field: u8,
    marks: u8,
}

const NAMED: u8 = 1;
const MISSING: u8 = 2;
const HAS_ERROR: u8 = 4;

impl Packed {
    pub(super) fn of(tree: &Tree) -> Self {
        let mut cursor = tree.walk();
        let mut entries = Vec::with_capacity(tree.root_node().descendant_count());
        let mut at = 0;
        entries.push(Entry::of(cursor.node(), &cursor, at));
        loop {
            let parent = if cursor.goto_first_child() {
                at
            } else {
                loop {
                    entries[at as usize].behind = entries.len() as u32;
                    let parent = entries[at as usize].parent;
                    if cursor.goto_next_sibling() {
                        break parent;
                    }
                    if !cursor.goto_parent() {
                        return Self { entries: entries.into() };
                    }
                    at = parent;
                }
            };
            at = entries.len() as u32;
            entries.push(Entry::of(cursor.node(), &cursor, parent));
        }
    }

    /// Returns the node with a number.
    pub(super) fn entry(&self, at: u32) -> &Entry {
        &self.entries[at as usize]
    }

    /// Returns the number of the last node in the subtree of the node `root` that starts at or before an offset; `root`
    /// if all others start behind it.
    pub(super) fn last_from(&self, root: u32, offset: usize) -> u32 {
        let subtree = &self.entries[root as usize..self.entries[root as usize].behind as usize];
        let before = subtree.partition_point(|entry| entry.start as usize <= offset);
        root + before.saturating_sub(1) as u32
    }
}

impl Entry {
    fn of(node: Node<'_>, cursor: &TreeCursor<'_>, parent: u32) -> Self {
        let mark = |is_set: bool, mark: u8| if is_set { mark } else { 0 };
        Self {
            start: node.start_byte() as u32,
            end: node.end_byte() as u32,
            parent,
            behind: 0,
            kind: node.kind_id(),
            // The grammar has fewer than 256 fields; a test counts them.
            field: cursor.field_id().map_or(0, |id| id.get() as u8),
            marks: mark(node.is_named(), NAMED)
                | mark(node.is_missing(), MISSING)
                | mark(node.has_error(), HAS_ERROR),
        }
    }

    pub(super) fn is_named(&self) -> bool {
        self.marks & NAMED != 0
    }

    pub(super) fn is_missing(&self) -> bool {
        self.marks & MISSING != 0
    }

    pub(super) fn has_error(&self) -> bool {
        self.marks & HAS_ERROR != 0
    }
}
