//! Places in graphs, and taking single objects out of summaries.

use super::{FieldId, Graph, Node, NodeId, Path, Value, VarIndex};

/// A place of one graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A variable.
    Var(VarIndex),
    /// A field of a node that is one object.
    Field(NodeId, FieldId),
    /// Memory outside the graph.
    Outside,
    /// Nobody knows where.
    Anywhere,
}

impl Graph {
    /// The place that a path leads to, in as many cases as it takes to have single objects on the way.
    pub fn spots(self, path: &Path, exposed: &[VarIndex]) -> Vec<(Self, Spot)> {
        let mut cases = vec![(self, Spot::Var(path.var))];
        for &field in &path.fields {
            let bases = cases.into_iter().flat_map(|(graph, spot)| graph.split(spot, exposed));
            cases = bases.map(|(graph, base)| (graph, inside(&base, field))).collect();
        }
        cases
    }

    /// What is at a place.
    pub fn at(&self, spot: Spot, exposed: &[VarIndex]) -> Value {
        match spot {
            Spot::Var(var) => self.vars[var].clone(),
            Spot::Field(node, field) => {
                self.nodes.get(&node).map_or_else(Value::any, |node| node.field(field).clone())
            }
            // A variable whose address is known elsewhere may be read like other memory. An object that escaped
            // before anything was written to it still has indeterminate fields.
            Spot::Outside => exposed.iter().fold(Value::unknown(), |mut value, var| {
                value.include(&self.vars[*var]);
                value
            }),
            Spot::Anywhere => Value::any(),
        }
    }

    /// What is at a place is known to be this.
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

    /// The cases of what is at a place: each node that it may lead to, as one object, then everything else.
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

    /// The object that a place leads to, taken out of its node if that stands for many (focus and materialisation: Sagiv, Reps and
    /// Wilhelm, "Parametric Shape Analysis via 3-Valued Logic").
    fn materialise(&mut self, spot: Spot, node: NodeId) -> NodeId {
        let Some(summary) = self.nodes.get(&node).cloned() else { return node };
        let object = if summary.is_summary { self.take_out(node, summary) } else { node };
        self.narrow(spot, Value::node(object));
        object
    }

    fn take_out(&mut self, node: NodeId, summary: Node) -> NodeId {
        let is_shared = summary.is_shared;
        let object = self.add(Node { is_summary: false, ..summary });
        // Without sharing, nothing but the place that is looked at leads to it.
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

/// The place of a field of what a pointer leads to.
fn inside(base: &Value, field: FieldId) -> Spot {
    match base.nodes().next() {
        Some(node) => Spot::Field(node, field),
        None if base.is_any() || base.is_garbage() => Spot::Anywhere,
        None => Spot::Outside,
    }
}
