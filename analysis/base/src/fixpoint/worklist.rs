//! The nodes that wait to be visited.

use std::collections::BTreeSet;

use super::Order;

/// Nodes that wait, and which of them comes next.
///
/// The next node is the first one behind the last within the innermost loop, then the first one of that loop,
/// and only then one of its surroundings: the recursive strategy (Bourdoncle 1993), as far as something is
/// new.
#[derive(Clone, Debug)]
pub struct Worklist<'o> {
    order: &'o Order,
    /// By their positions.
    waiting: BTreeSet<u32>,
    /// The position of the last node.
    last: Option<usize>,
}

impl<'o> Worklist<'o> {
    /// Nothing waits.
    pub fn new(order: &'o Order) -> Self {
        Self { order, waiting: BTreeSet::new(), last: None }
    }

    /// Lets a node wait; one that is not in the order is never visited.
    pub fn add(&mut self, node: usize) {
        self.waiting.extend(self.order.position(node).map(|position| position as u32));
    }

    /// Takes out the next node.
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
