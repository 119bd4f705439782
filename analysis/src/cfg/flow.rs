//! The graph as the engine for fixpoints takes it.

use super::Cfg;
use crate::fixpoint::{Graph, Order};

impl Cfg {
    /// Locations and edges under their own numbers.
    pub fn flow(&self) -> Graph {
        Graph::new(self.location_count(), self.edges.iter().map(|edge| (edge.from.index(), edge.to.index())))
    }

    /// The locations that the entry leads to, in a weak topological order.
    pub fn flow_order(&self, flow: &Graph) -> Order {
        Order::weak(flow, [self.entry.index()])
    }
}
