//! Heap graphs and their nodes.

use std::collections::{BTreeMap, BTreeSet};

use super::{Along, Scalar, Value};

/// The index of a variable in [`Graph::vars`].
pub type VarIndex = usize;

/// The number of a field. The same number is the same field in all nodes.
pub type FieldId = usize;

/// The id of a node within its graph.
pub type NodeId = usize;

/// A node of a heap graph: objects about which the same is known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// Whether the node stands for any number of objects, possibly none. Otherwise it stands for at most one.
    pub is_summary: bool,
    /// Whether more than one field of objects in the graph may lead to the same object of the node.
    pub is_shared: bool,
    /// The orders in which the objects of the node are.
    pub orders: BTreeSet<Along>,
    /// The values of the fields that are listed one by one.
    pub fields: BTreeMap<FieldId, Value>,
    /// The value of every field that is not in `fields`.
    pub rest: Value,
}

impl Node {
    /// Makes a node for one object whose fields all have the value `rest`.
    pub fn new(rest: Value) -> Self {
        let (fields, orders) = (BTreeMap::new(), BTreeSet::new());
        Self { is_summary: false, is_shared: false, orders, fields, rest }
    }

    /// Returns the value of a field.
    pub fn field(&self, field: FieldId) -> &Value {
        self.fields.get(&field).unwrap_or(&self.rest)
    }

    /// Returns the values of all fields.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.fields.values().chain([&self.rest])
    }

    /// Makes the node stand for the objects of another node, too.
    pub fn include(&mut self, other: &Self) {
        let keys: Vec<FieldId> = self.fields.keys().chain(other.fields.keys()).copied().collect();
        for key in keys {
            let mut value = self.field(key).clone();
            value.include(other.field(key));
            self.fields.insert(key, value);
        }
        self.rest.include(&other.rest);
        self.orders.retain(|along| other.orders.contains(along));
        self.is_summary |= other.is_summary;
        self.is_shared |= other.is_shared;
    }
}

/// A heap graph, which stands for a set of heaps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Graph {
    /// The value of every variable. It either leads to one node and has no other values, or leads to no node.
    pub vars: Vec<Value>,
    /// The nodes by their ids.
    pub nodes: BTreeMap<NodeId, Node>,
    /// Pairs of numbers: the first is at most the second.
    pub at_most: BTreeSet<(Scalar, Scalar)>,
}

impl Graph {
    /// Returns the graph without nodes in which nothing is known of any variable.
    pub fn unknown(vars: usize) -> Self {
        Self { vars: vec![Value::unknown(); vars], nodes: BTreeMap::new(), at_most: BTreeSet::new() }
    }

    /// Adds a node and returns its id.
    pub fn add(&mut self, node: Node) -> NodeId {
        let id = self.nodes.last_key_value().map_or(0, |(last, _)| last + 1);
        self.nodes.insert(id, node);
        id
    }

    /// Applies a change to the values of all variables and fields.
    pub fn for_all_values(&mut self, mut change: impl FnMut(&mut Value)) {
        self.vars.iter_mut().for_each(&mut change);
        for node in self.nodes.values_mut() {
            node.fields.values_mut().for_each(&mut change);
            change(&mut node.rest);
        }
    }

    /// Returns the number of fields in the graph that may lead to a node. A field of a summary counts twice.
    pub fn references(&self, to: NodeId) -> usize {
        let count = |node: &Node| {
            let fields = node.values().filter(|value| value.leads_to(to)).count();
            if node.is_summary { 2 * fields } else { fields }
        };
        self.nodes.values().map(count).sum()
    }
}
