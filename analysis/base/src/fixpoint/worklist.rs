//! The worklist of a fixpoint iteration.

use std::collections::BTreeSet;

use super::Order;

/// A worklist of nodes, taken out in the order of the recursive strategy (Bourdoncle 1993).
///
/// The next node comes from the innermost loop around the node taken out last: the first waiting node after
/// that node, or else the first waiting node of the loop. If none waits in that loop, the same holds for the
/// next outer loop.
#[derive(Clone, Debug)]
pub struct Worklist<'o> {
    order: &'o Order,
    /// The positions of the waiting nodes.
    waiting: BTreeSet<u32>,
    /// The position of the node that was taken out last.
    last: Option<usize>,
}

impl<'o> Worklist<'o> {
    /// Creates an empty worklist.
    pub fn new(order: &'o Order) -> Self {
        Self { order, waiting: BTreeSet::new(), last: None }
    }

    /// Adds a node, unless the node is not in the order.
    pub fn add(&mut self, node: usize) {
        self.waiting.extend(self.order.position(node).map(|position| position as u32));
    }

    /// Removes and returns the next node, or returns `None` if no node waits.
    pub fn take(&mut self) -> Option<usize> {
        let behind = self.last.map_or(0, |last| last as u32 + 1);
        let mut around = self.order.around(self.last);
        let next = around.find_map(|(start, end)| {
            let ahead = self.waiting.range(behind..end).next();
            ahead.or_else(|| self.waiting.range(start..behind).next()).copied()
        })?;
        self.waiting.remove(&next);
        self.last = Some(next as usize);
        Some(self.order.node(next as usize))
    }
}
