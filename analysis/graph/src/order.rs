//! Locations in an order in which, loops apart, edges lead forwards.

use fixedbitset::FixedBitSet;

use super::{Cfg, Loc};

impl Cfg {
    /// The locations that the entry leads to, each before those it leads to unless a loop leads back.
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

    /// The place of every location in such an order, indexed by [`Loc`]; `u32::MAX` for one that is not in it.
    pub fn ranks(&self, order: &[Loc]) -> Vec<u32> {
        let mut ranks = vec![u32::MAX; self.location_count()];
        for (rank, loc) in order.iter().enumerate() {
            ranks[loc.index()] = rank as u32;
        }
        ranks
    }
}
