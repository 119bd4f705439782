//! Canonical graphs: a form with only finitely many graphs, so that iterations end.

use std::collections::{BTreeMap, BTreeSet};

use super::{Along, FieldId, Graph, Node, NodeId, Scalar, Value, VarIndex};

/// A feature in which nodes may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// The values of a field.
    Field(FieldId),
    /// Whether the objects are in an order.
    Order(Along),
}

/// The kept features: nodes that no variable leads to are merged only if they agree in these. Kept features
/// are the refinement hints of [GR]: each demands a union in place of a widening.
pub type Kept = BTreeSet<Feature>;

/// The class of a node. Nodes of one class are merged.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// The class of a node that variables lead to: the first of these variables.
    Named(VarIndex),
    /// The class of nodes that no variable leads to: whether they are shared, and the values of their kept
    /// features.
    Unnamed(bool, FeatureClass),
}

/// The signature of a graph: the values of its variables, and the kept features of the nodes that these lead
/// to. Graphs with the same signature are merged.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Signature {
    vars: Vec<Value>,
    named: Vec<FeatureClass>,
}

impl Signature {
    /// Returns the signature of a canonical graph.
    pub(super) fn of(graph: &Graph, kept: &Kept) -> Self {
        let nodes = graph.vars.iter().flat_map(Value::nodes).filter_map(|node| graph.nodes.get(&node));
        Self { vars: graph.vars.clone(), named: nodes.map(|node| named_class(node, kept)).collect() }
    }
}

/// The kept features of a node: for a field its value without pointers to nodes, for an order nothing; then
/// whether the field has such pointers, or whether the node is in the order.
type FeatureClass = Vec<(Value, bool)>;

/// Merges the nodes of each class into one. Also returns the features in which merged nodes differed.
pub(super) fn canonical(mut graph: Graph, kept: &Kept) -> (Graph, Kept) {
    graph.drop_unreachable();
    settle_sharing(&mut graph);
    let classes = classes(&graph, kept);
    let mut members: BTreeMap<&Class, usize> = BTreeMap::new();
    for class in classes.values() {
        *members.entry(class).or_default() += 1;
    }
    graph.forget_merged(|node| classes.get(&node).is_none_or(|class| members[class] > 1));
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
                differing.extend(differences(one, &node));
                one.include(&node);
                one.is_summary = true;
            }
        }
    }
    graph.nodes = merged;
    for value in &mut graph.vars {
        *value = value.moved(to);
    }
    let moved = |(low, high): &(Scalar, Scalar)| Some((low.moved(to)?, high.moved(to)?));
    graph.at_most = graph.at_most.iter().filter_map(moved).collect();
    graph.tidy_order();
    (graph, differing)
}

/// Returns a canonical graph for the heaps of two canonical graphs with the same signature. Also returns the
/// features in which merged nodes differed.
pub(super) fn joined(one: &Graph, other: &Graph, kept: &Kept) -> (Graph, Kept) {
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
                differing.extend(differences(same, &node));
                if let Some(same) = all.nodes.get_mut(&to[old]) {
                    same.include(&node);
                }
            }
        }
    }
    let from: BTreeMap<NodeId, NodeId> = to.iter().map(|(old, new)| (*new, *old)).collect();
    all.at_most.retain(|(low, high)| {
        let back = |scalar: &Scalar| scalar.moved(|node| from.get(&node).copied());
        // A node that the other graph does not have has no object there.
        match (back(low), back(high)) {
            (Some(low), Some(high)) => other.is_at_most(low, high),
            _ => true,
        }
    });
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
            None => Class::Unnamed(node.is_shared, unnamed_class(node, kept)),
        };
        (*id, class)
    };
    graph.nodes.iter().map(class).collect()
}

fn named_class(node: &Node, kept: &Kept) -> FeatureClass {
    let class = |feature: &Feature| match feature {
        Feature::Field(field) => {
            let value = node.field(*field);
            (value.without_nodes(), leads_on(node, *field))
        }
        Feature::Order(along) => (Value::default(), node.orders.contains(along)),
    };
    kept.iter().map(class).collect()
}

/// Returns the kept features of a node that no variable leads to, and for each kept order whether the link
/// leads on. The last node of a list is in every order, so it is not merged with those that lie before it.
fn unnamed_class(node: &Node, kept: &Kept) -> FeatureClass {
    let mut class = named_class(node, kept);
    for feature in kept {
        if let Feature::Order(along) = feature {
            class.push((Value::default(), leads_on(node, along.link)));
        }
    }
    class
}

/// Returns whether a field of a node leads to a node.
fn leads_on(node: &Node, field: FieldId) -> bool {
    node.field(field).nodes().next().is_some()
}

/// Returns the features in which two nodes differ.
fn differences(one: &Node, other: &Node) -> Kept {
    let fields = one.fields.keys().chain(other.fields.keys());
    let fields = fields.copied().filter(|field| one.field(*field) != other.field(*field));
    let orders = one.orders.symmetric_difference(&other.orders).copied();
    fields.map(Feature::Field).chain(orders.map(Feature::Order)).collect()
}
