//! The worklist of a fixpoint iteration.

use std::collections::BTreeSet;

use super::Order;

/// A worklist of nodes, taken out in the order of the recursive strategy (Bourdoncle 1993).
///
/// The next node is the first waiting one behind the last node within the innermost loop. If there is none,
/// it is the first waiting one of that loop. Only then does the search go on in the next outer loop.
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
