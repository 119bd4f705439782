//! Removal of nodes whose objects escape, are freed, or cannot be reached any more.

use std::collections::BTreeSet;

use super::{Graph, NodeId, Value};

impl Graph {
    /// Makes some values known to other code. The nodes that they lead to, directly or indirectly, become
    /// memory outside of the graph.
    pub fn expose(&mut self, values: &[Value]) {
        let (known, anywhere) = self.closure(values.iter().flat_map(Value::nodes).collect());
        if anywhere || values.iter().any(Value::is_any) {
            return self.expose_all();
        }
        self.nodes.retain(|id, _| !known.contains(id));
        self.redirect(&Value::other());
    }

    /// Makes all nodes known to other code: they become memory outside of the graph.
    pub fn expose_all(&mut self) {
        self.nodes.clear();
        self.redirect(&Value::other());
    }

    /// Removes the node of a freed object. Pointers to the node become indeterminate.
    pub fn free(&mut self, node: NodeId) {
        self.nodes.remove(&node);
        self.redirect(&Value::garbage());
    }

    /// Drops the nodes that cannot be reached from variables.
    pub fn drop_unreachable(&mut self) {
        let roots = self.vars.iter().flat_map(Value::nodes).collect();
        let (reached, _) = self.closure(roots);
        self.nodes.retain(|id, _| reached.contains(id));
        self.tidy_order();
    }

    /// Returns all nodes that can be reached from some nodes, these included, and whether a field of one of
    /// them may have any value.
    fn closure(&self, mut open: Vec<NodeId>) -> (BTreeSet<NodeId>, bool) {
        let (mut reached, mut anywhere) = (BTreeSet::new(), false);
        while let Some(id) = open.pop() {
            let Some(node) = self.nodes.get(&id).filter(|_| reached.insert(id)) else { continue };
            anywhere |= node.values().any(Value::is_any);
            open.extend(node.values().flat_map(Value::nodes));
        }
        (reached, anywhere)
    }

    /// Replaces all pointers to removed nodes by the value `by`.
    fn redirect(&mut self, by: &Value) {
        let there: BTreeSet<NodeId> = self.nodes.keys().copied().collect();
        self.for_all_values(|value| {
            let gone: Vec<NodeId> = value.nodes().filter(|node| !there.contains(node)).collect();
            for node in gone {
                value.replace(node, by);
            }
        });
        self.tidy_order();
    }
}
