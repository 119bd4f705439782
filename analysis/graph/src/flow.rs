//! The graph in the form that the fixpoint engine (`csieve_base::fixpoint`) takes.

use super::Cfg;
use csieve_base::fixpoint::{Graph, Order};

impl Cfg {
    /// Returns the locations and edges as a graph of the fixpoint engine, with the same indices.
    pub fn flow(&self) -> Graph {
        Graph::new(self.location_count(), self.edges.iter().map(|edge| (edge.from.index(), edge.to.index())))
    }

    /// Returns the locations reachable from the entry, in a weak topological order.
    pub fn flow_order(&self, flow: &Graph) -> Order {
        Order::weak(flow, [self.entry.index()])
    }
}
