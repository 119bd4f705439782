//! The places of paths in heap graphs, and materialisation, which takes single objects out of summaries.

use super::{FieldId, Graph, Node, NodeId, Path, Value, VarIndex};

/// A place in one graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The place of a variable.
    Var(VarIndex),
    /// A field of a node that stands for one object.
    Field(NodeId, FieldId),
    /// A place in memory outside of the graph.
    Outside,
    /// An unknown place.
    Anywhere,
}

impl Graph {
    /// Returns the places that a path may lead to, each with the graph of its case. The graph is split into
    /// as many cases as needed for every node on the way to stand for a single object. `exposed` are the
    /// variables whose address other code may know.
    pub fn spots(self, path: &Path, exposed: &[VarIndex]) -> Vec<(Self, Spot)> {
        let mut cases = vec![(self, Spot::Var(path.var))];
        for &field in &path.fields {
            let bases = cases.into_iter().flat_map(|(graph, spot)| graph.split(spot, exposed));
            cases = bases.map(|(graph, base)| (graph, inside(&base, field))).collect();
        }
        cases
    }

    /// Returns the value at a place.
    pub fn at(&self, spot: Spot, exposed: &[VarIndex]) -> Value {
        match spot {
            Spot::Var(var) => self.vars[var].clone(),
            Spot::Field(node, field) => {
                self.nodes.get(&node).map_or_else(Value::any, |node| node.field(field).clone())
            }
            // A variable whose address escaped can be read like other memory outside. An object that escaped
            // before it was written still has indeterminate fields.
            Spot::Outside => exposed.iter().fold(Value::unknown(), |mut value, var| {
                value.include(&self.vars[*var]);
                value
            }),
            Spot::Anywhere => Value::any(),
        }
    }

    /// Replaces the value at a place by a more precise one. Does nothing for a place outside of the graph.
    pub fn narrow(&mut self, spot: Spot, value: Value) {
        match spot {
            Spot::Var(var) => self.vars[var] = value,
            Spot::Field(node, field) => {
                if let Some(node) = self.nodes.get_mut(&node) {
                    node.fields.insert(field, value);
                }
            }
            Spot::Outside | Spot::Anywhere => {}
        }
    }

    /// Splits a graph into cases by the value at a place: one case for each node that the value may lead to,
    /// as a single object, then one for all other values.
    pub fn split(self, spot: Spot, exposed: &[VarIndex]) -> Vec<(Self, Value)> {
        let value = self.at(spot, exposed);
        let mut cases: Vec<(Self, Value)> = Vec::new();
        for node in value.nodes() {
            let mut graph = self.clone();
            let object = graph.materialise(spot, node);
            cases.push((graph, Value::node(object)));
        }
        let rest = value.without_nodes();
        if !rest.is_empty() {
            let mut graph = self;
            graph.narrow(spot, rest.clone());
            cases.push((graph, rest));
        }
        cases
    }

    /// Makes a place lead to a single object of `node`. If `node` is a summary, the object is taken out of it
    /// (focus and materialisation, [SRW]). Returns the node of the object.
    fn materialise(&mut self, spot: Spot, node: NodeId) -> NodeId {
        let Some(summary) = self.nodes.get(&node).cloned() else { return node };
        let object = if summary.is_summary { self.take_out(node, summary) } else { node };
        self.narrow(spot, Value::node(object));
        object
    }

    fn take_out(&mut self, node: NodeId, summary: Node) -> NodeId {
        let is_shared = summary.is_shared;
        let object = self.add(Node { is_summary: false, ..summary });
        // Only one field leads to an object that is not shared: the one from which the object was reached.
        if is_shared {
            let to = Value::node(object);
            self.for_all_values(|value| {
                if value.leads_to(node) {
                    value.include(&to);
                }
            });
        }
        object
    }
}

/// Returns the place of a field of the object that a pointer leads to.
fn inside(base: &Value, field: FieldId) -> Spot {
    match base.nodes().next() {
        Some(node) => Spot::Field(node, field),
        None if base.is_any() || base.is_garbage() => Spot::Anywhere,
        None => Spot::Outside,
    }
}
