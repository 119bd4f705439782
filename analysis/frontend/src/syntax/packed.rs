//! Syntax trees in one block of memory. A tree of tree-sitter takes several times as much, and finds parents and
//! siblings only by searches from the root.

use tree_sitter::{Node, Tree, TreeCursor};

/// The nodes of a syntax tree, each before its children, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    entries: Box<[Entry]>,
    /// The nodes about which there is more to say than an [`Entry`] has room for, in ascending order: the outer nodes of
    /// large texts, and those with syntax errors.
    odd: Box<[Odd]>,
}

/// A node of a tree, in 12 bytes: most of the memory that a project takes is such nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    /// The offset where the node starts, in bytes of the text.
    start: u32,
    /// The length of the node in bytes.
    length: u16,
    /// The number of the node less that of its parent; 0 at the root.
    above: u16,
    /// The number of nodes in the node's subtree, itself included.
    size: u16,
    /// [`ODD`], and the numbers of the node's kind and of its field.
    shape: u16,
}

/// What a node has instead of the fields of its [`Entry`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Odd {
    /// The number of the node.
    at: u32,
    length: u32,
    above: u32,
    size: u32,
    /// The parser inserted the node because the grammar needs it there.
    is_missing: bool,
    /// There is a syntax error in the node's subtree.
    has_error: bool,
}

/// The bit of a shape that says that the node is among the odd ones.
const ODD: u16 = 1;
/// The place of the field in a shape, and how many fields there may be. A test counts those of the grammar.
const FIELD_SHIFT: u32 = 1;
const FIELDS: u16 = 64;
/// The place of the kind in a shape, and the kind that stands for tree-sitter's number of errors. A test counts the kinds
/// of the grammar.
const KIND_SHIFT: u32 = 7;
const ERROR_KIND: u16 = (1 << (u16::BITS - KIND_SHIFT)) - 1;

/// tree-sitter's number for error nodes.
pub(super) const ERROR: u16 = u16::MAX;

impl Packed {
    pub(super) fn of(tree: &Tree) -> Self {
        let mut cursor = tree.walk();
        let mut made = Made::with_room_for(tree.root_node().descendant_count());
        let mut at = made.push(&cursor, 0);
        loop {
            let parent = if cursor.goto_first_child() {
                at
            } else {
                loop {
                    made.end(at);
                    let parent = made.parents[at as usize];
                    if cursor.goto_next_sibling() {
                        break parent;
                    }
                    if !cursor.goto_parent() {
                        return made.finish();
                    }
                    at = parent;
                }
            };
            at = made.push(&cursor, parent);
        }
    }

    fn entry(&self, at: u32) -> Entry {
        self.entries[at as usize]
    }

    /// Returns what a node has instead of the fields of its entry.
    fn odd(&self, at: u32) -> Odd {
        let place = self.odd.binary_search_by_key(&at, |odd| odd.at);
        place.map_or_else(|_| Odd::default(), |place| self.odd[place])
    }

    /// Returns tree-sitter's number for the kind of a node.
    pub(super) fn kind(&self, at: u32) -> u16 {
        match self.entry(at).shape >> KIND_SHIFT {
            ERROR_KIND => ERROR,
            kind => kind,
        }
    }

    /// Returns tree-sitter's number for the field of its parent that a node is in; 0 for none.
    pub(super) fn field(&self, at: u32) -> u8 {
        (self.entry(at).shape >> FIELD_SHIFT & (FIELDS - 1)) as u8
    }

    /// Returns the offset where a node starts, in bytes of the text.
    pub(super) fn start(&self, at: u32) -> u32 {
        self.entry(at).start
    }

    /// Returns the offset where a node ends, in bytes of the text, exclusive.
    pub(super) fn end(&self, at: u32) -> u32 {
        let entry = self.entry(at);
        entry.start + if entry.is_odd() { self.odd(at).length } else { entry.length.into() }
    }

    /// Returns the number of a node's parent. The root is its own parent.
    pub(super) fn parent(&self, at: u32) -> u32 {
        let entry = self.entry(at);
        at - if entry.is_odd() { self.odd(at).above } else { entry.above.into() }
    }

    /// Returns the number of the first node after those of a node's subtree.
    pub(super) fn behind(&self, at: u32) -> u32 {
        let entry = self.entry(at);
        at + if entry.is_odd() { self.odd(at).size } else { entry.size.into() }
    }

    /// Returns whether the parser inserted a node because the grammar needs it there.
    pub(super) fn is_missing(&self, at: u32) -> bool {
        self.entry(at).is_odd() && self.odd(at).is_missing
    }

    /// Returns whether there is a syntax error in a node's subtree.
    pub(super) fn has_error(&self, at: u32) -> bool {
        self.entry(at).is_odd() && self.odd(at).has_error
    }

    /// Returns the number of the last node in the subtree of the node `root` that starts at or before an offset; `root`
    /// if all others start behind it.
    pub(super) fn last_from(&self, root: u32, offset: usize) -> u32 {
        let subtree = &self.entries[root as usize..self.behind(root) as usize];
        let before = subtree.partition_point(|entry| entry.start as usize <= offset);
        root + before.saturating_sub(1) as u32
    }
}

impl Entry {
    fn is_odd(self) -> bool {
        self.shape & ODD != 0
    }
}

/// The nodes of a tree that is being copied.
struct Made {
    entries: Vec<Entry>,
    /// The numbers of the parents of the nodes.
    parents: Vec<u32>,
    odd: Vec<Odd>,
}

impl Made {
    fn with_room_for(count: usize) -> Self {
        Self { entries: Vec::with_capacity(count), parents: Vec::with_capacity(count), odd: Vec::new() }
    }

    /// Adds the node at a cursor, whose size is not known yet. Returns its number.
    fn push(&mut self, cursor: &TreeCursor<'_>, parent: u32) -> u32 {
        let node = cursor.node();
        let at = self.entries.len() as u32;
        let kind = if node.kind_id() == ERROR { ERROR_KIND } else { node.kind_id() };
        let field = cursor.field_id().map_or(0, u16::from);
        self.entries.push(Entry {
            start: node.start_byte() as u32,
            length: 0,
            above: 0,
            size: 0,
            shape: kind << KIND_SHIFT | field << FIELD_SHIFT,
        });
        self.parents.push(parent);
        self.measure(&node, at, at - parent);
        at
    }

    /// Notes the length of a node and the way to its parent.
    fn measure(&mut self, node: &Node<'_>, at: u32, above: u32) {
        let length = (node.end_byte() - node.start_byte()) as u32;
        let (is_missing, has_error) = (node.is_missing(), node.has_error());
        let entry = &mut self.entries[at as usize];
        match (u16::try_from(length), u16::try_from(above)) {
            (Ok(length), Ok(above)) if !is_missing && !has_error => {
                (entry.length, entry.above) = (length, above);
            }
            _ => {
                entry.shape |= ODD;
                self.odd.push(Odd { at, length, above, size: 0, is_missing, has_error });
            }
        }
    }

    /// Notes that all nodes below a node are there.
    fn end(&mut self, at: u32) {
        let size = self.entries.len() as u32 - at;
        let entry = &mut self.entries[at as usize];
        if let (false, Ok(size)) = (entry.is_odd(), u16::try_from(size)) {
            entry.size = size;
            return;
        }
        entry.shape |= ODD;
        let (length, above) = (entry.length.into(), entry.above.into());
        match self.odd.binary_search_by_key(&at, |odd| odd.at) {
            Ok(place) => self.odd[place].size = size,
            // A node of so many nodes has a text of as many bytes: it was odd before, unless most of them have no text.
            Err(place) => self.odd.insert(place, Odd { at, length, above, size, ..Odd::default() }),
        }
    }

    fn finish(self) -> Packed {
        Packed { entries: self.entries.into(), odd: self.odd.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::{ERROR_KIND, FIELDS};
    use crate::syntax::Unit;

    #[test]
    fn kinds_and_fields_of_the_grammar_have_room_in_a_shape() {
        let grammar = tree_sitter::Language::from(tree_sitter_c::LANGUAGE);
        assert!(grammar.node_kind_count() <= usize::from(ERROR_KIND));
        assert!(grammar.field_count() < usize::from(FIELDS));
    }

    #[test]
    fn large_nodes_have_their_ranges_parents_and_siblings() {
        let text = format!("int a[] = {{ {} }}; int b;", "1, ".repeat(40_000));
        let unit = Unit::parse(text.as_str());
        let list = unit.root().descendant_for_byte_range(10, text.len() - 9).expect("the list is there");
        assert_eq!((list.start_byte(), list.end_byte()), (10, text.len() - 8));
        assert_eq!(list.child_count(), 80_002);
        assert!(list.children().all(|child| child.parent() == Some(list)));
        let last = list.children().last().expect("there are children");
        assert_eq!((last.start_byte(), last.end_byte()), (text.len() - 9, text.len() - 8));
        assert_eq!(last.next_sibling(), None);
        assert_eq!(
            unit.root().children().last().map(crate::syntax::Node::byte_range),
            Some(text.len() - 6..text.len())
        );
    }
}
