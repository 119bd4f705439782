//! Canonical graphs: a form with only finitely many graphs, so that iterations end.

use std::collections::{BTreeMap, BTreeSet};

use super::{FieldId, Graph, Node, NodeId, Value, VarIndex};

/// The kept fields: nodes that no variable leads to are merged only if they agree in these fields. Kept
/// fields are the refinement hints of [GR]: each demands a union in place of a widening.
pub type Kept = BTreeSet<FieldId>;

/// The class of a node. Nodes of one class are merged.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// The class of a node that variables lead to: the first of these variables.
    Named(VarIndex),
    /// The class of nodes that no variable leads to: whether they are shared, and the values of their kept
    /// fields.
    Unnamed(bool, FieldClass),
}

/// The signature of a graph: the values of its variables, and the kept fields of the nodes that these lead
/// to. Graphs with the same signature are merged.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Signature {
    vars: Vec<Value>,
    named: Vec<FieldClass>,
}

impl Signature {
    /// Returns the signature of a canonical graph.
    pub(super) fn of(graph: &Graph, kept: &Kept) -> Self {
        let nodes = graph.vars.iter().flat_map(Value::nodes).filter_map(|node| graph.nodes.get(&node));
        Self { vars: graph.vars.clone(), named: nodes.map(|node| field_class(node, kept)).collect() }
    }
}

/// The kept fields of a node: for each, its value without pointers to nodes, and whether it had such
/// pointers.
type FieldClass = Vec<(Value, bool)>;

/// Merges the nodes of each class into one. Also returns the fields in which merged nodes differed.
pub(super) fn canonical(mut graph: Graph, kept: &Kept) -> (Graph, BTreeSet<FieldId>) {
    graph.drop_unreachable();
    settle_sharing(&mut graph);
    let classes = classes(&graph, kept);
    let order: BTreeSet<&Class> = classes.values().collect();
    let ids: BTreeMap<&Class, NodeId> =
        order.into_iter().enumerate().map(|(id, class)| (class, id)).collect();
    let to = |node: NodeId| classes.get(&node).map(|class| ids[class]);
    let mut merged: BTreeMap<NodeId, Node> = BTreeMap::new();
    let mut differing = BTreeSet::new();
    for (old, mut node) in std::mem::take(&mut graph.nodes) {
        for value in node.fields.values_mut() {
            *value = value.moved(to);
        }
        let Some(id) = to(old) else { continue };
        match merged.get_mut(&id) {
            None => {
                merged.insert(id, node);
            }
            Some(one) => {
                let fields = one.fields.keys().chain(node.fields.keys());
                differing.extend(fields.copied().filter(|field| one.field(*field) != node.field(*field)));
                one.include(&node);
                one.is_summary = true;
            }
        }
    }
    graph.nodes = merged;
    for value in &mut graph.vars {
        *value = value.moved(to);
    }
    (graph, differing)
}

/// Returns a canonical graph for the heaps of two canonical graphs with the same signature. Also returns the
/// fields in which merged nodes differed.
pub(super) fn joined(one: &Graph, other: &Graph, kept: &Kept) -> (Graph, BTreeSet<FieldId>) {
    let mut all = one.clone();
    let known: BTreeMap<Class, NodeId> =
        classes(one, kept).into_iter().map(|(node, class)| (class, node)).collect();
    let mut to: BTreeMap<NodeId, NodeId> = BTreeMap::new();
    for (node, class) in classes(other, kept) {
        let id = known.get(&class).copied().unwrap_or_else(|| all.add(Node::new(Value::default())));
        to.insert(node, id);
    }
    let mut differing = BTreeSet::new();
    for (old, node) in &other.nodes {
        let mut node = node.clone();
        for value in node.fields.values_mut() {
            *value = value.moved(|node| to.get(&node).copied());
        }
        match one.nodes.get(&to[old]) {
            None => {
                all.nodes.insert(to[old], node);
            }
            Some(same) => {
                let fields = same.fields.keys().chain(node.fields.keys());
                differing.extend(fields.copied().filter(|field| same.field(*field) != node.field(*field)));
                if let Some(same) = all.nodes.get_mut(&to[old]) {
                    same.include(&node);
                }
            }
        }
    }
    let (all, more) = canonical(all, kept);
    differing.extend(more);
    (all, differing)
}

/// Marks nodes of single objects as not shared if at most one field may lead to them.
fn settle_sharing(graph: &mut Graph) {
    let single: Vec<NodeId> = graph.nodes.keys().copied().filter(|id| graph.references(*id) <= 1).collect();
    for id in single {
        if let Some(node) = graph.nodes.get_mut(&id).filter(|node| !node.is_summary) {
            node.is_shared = false;
        }
    }
}

fn classes(graph: &Graph, kept: &Kept) -> BTreeMap<NodeId, Class> {
    let mut named: BTreeMap<NodeId, VarIndex> = BTreeMap::new();
    for (var, value) in graph.vars.iter().enumerate() {
        for node in value.nodes() {
            named.entry(node).or_insert(var);
        }
    }
    let class = |(id, node): (&NodeId, &Node)| {
        let class = match named.get(id) {
            Some(var) => Class::Named(*var),
            None => Class::Unnamed(node.is_shared, field_class(node, kept)),
        };
        (*id, class)
    };
    graph.nodes.iter().map(class).collect()
}

fn field_class(node: &Node, kept: &Kept) -> FieldClass {
    let field = |field: &FieldId| {
        let value = node.field(*field);
        (value.without_nodes(), value.nodes().next().is_some())
    };
    kept.iter().map(field).collect()
}
