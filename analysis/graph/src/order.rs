//! Reverse postorder of locations: apart from loops, every edge leads forwards.

use fixedbitset::FixedBitSet;

use super::{Cfg, Loc};

impl Cfg {
    /// Returns the locations reachable from the entry in reverse postorder: each before its successors,
    /// except on back edges.
    pub fn reverse_postorder(&self) -> Vec<Loc> {
        let mut seen = FixedBitSet::with_capacity(self.location_count());
        seen.insert(self.entry.index());
        let mut order = Vec::new();
        let mut stack = vec![(self.entry, 0)];
        while let Some((loc, next)) = stack.last_mut() {
            let successors = &self.successors[loc.index()];
            if let Some(edge) = successors.get(*next) {
                *next += 1;
                let to = self.edge(*edge).to;
                if !seen.put(to.index()) {
                    stack.push((to, 0));
                }
            } else {
                order.push(*loc);
                stack.pop();
            }
        }
        order.reverse();
        order
    }

    /// Returns the position of every location in an order, indexed by [`Loc`]; `u32::MAX` for locations that
    /// are not in it.
    pub fn ranks(&self, order: &[Loc]) -> Vec<u32> {
        let mut ranks = vec![u32::MAX; self.location_count()];
        for (rank, loc) in order.iter().enumerate() {
            ranks[loc.index()] = rank as u32;
        }
        ranks
    }
}
