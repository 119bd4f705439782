//! What others get to know, or nobody can reach any more, is no longer followed.

use std::collections::BTreeSet;

use super::{Graph, NodeId, Value};

impl Graph {
    /// Others may know these values from now on: the nodes they lead to, and all that these lead to, are part of what is outside.
    pub fn expose(&mut self, values: &[Value]) {
        let (known, anywhere) = self.closure(values.iter().flat_map(Value::nodes).collect());
        if anywhere || values.iter().any(Value::is_any) {
            return self.expose_all();
        }
        self.nodes.retain(|id, _| !known.contains(id));
        self.redirect(&Value::other());
    }

    /// Others may know everything.
    pub fn expose_all(&mut self) {
        self.nodes.clear();
        self.redirect(&Value::other());
    }

    /// An object is freed.
    pub fn free(&mut self, node: NodeId) {
        self.nodes.remove(&node);
        self.redirect(&Value::garbage());
    }

    /// Leaves out nodes that nothing leads to.
    pub fn drop_unreachable(&mut self) {
        let roots = self.vars.iter().flat_map(Value::nodes).collect();
        let (reached, _) = self.closure(roots);
        self.nodes.retain(|id, _| reached.contains(id));
    }

    /// All nodes that some lead to, themselves included, and whether one of them may lead anywhere.
    fn closure(&self, mut open: Vec<NodeId>) -> (BTreeSet<NodeId>, bool) {
        let (mut reached, mut anywhere) = (BTreeSet::new(), false);
        while let Some(id) = open.pop() {
            let Some(node) = self.nodes.get(&id).filter(|_| reached.insert(id)) else { continue };
            anywhere |= node.values().any(Value::is_any);
            open.extend(node.values().flat_map(Value::nodes));
        }
        (reached, anywhere)
    }

    /// What led to nodes that are gone is this instead.
    fn redirect(&mut self, by: &Value) {
        let there: BTreeSet<NodeId> = self.nodes.keys().copied().collect();
        self.for_all_values(|value| {
            let gone: Vec<NodeId> = value.nodes().filter(|node| !there.contains(node)).collect();
            for node in gone {
                value.replace(node, by);
            }
        });
    }
}
