//! A walk along the ranges of a text, from the first to the last.

use super::Node;

/// Finds the smallest nodes that cover ranges of a text, which are asked for in ascending order. All of them together take
/// as long as one walk through the tree, however many children a node has.
#[derive(Clone, Debug)]
pub struct Along<'t> {
    /// The nodes that cover the last range, outermost first.
    path: Vec<Node<'t>>,
    /// The first child of the last node that does not end before the last range.
    next: Option<Node<'t>>,
}

impl<'t> Along<'t> {
    /// Creates a walk through the subtree of a node.
    pub fn of(root: Node<'t>) -> Self {
        Self { path: vec![root], next: root.first_child() }
    }

    /// Returns the nodes that cover the bytes of the text from `start` to `end`, exclusive, outermost first: those on the
    /// way to [`Node::descendant_for_byte_range`]. No range may start or end before one that was asked for earlier.
    pub fn path_to(&mut self, start: usize, end: usize) -> &[Node<'t>] {
        while let [_, .., last] = self.path[..]
            && last.end_byte() < end
        {
            self.next = last.following();
            self.path.pop();
        }
        while let Some(next) = self.next {
            if next.end_byte() < end {
                self.next = next.following();
            } else if next.start_byte() <= start {
                self.path.push(next);
                self.next = next.first_child();
            } else {
                break;
            }
        }
        &self.path
    }
}
