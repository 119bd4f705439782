//! Heap graphs.

use std::collections::BTreeMap;

use super::Value;

/// A variable, by its position.
pub type VarIndex = usize;

/// A field, by its position.
pub type FieldId = usize;

/// A node of one graph.
pub type NodeId = usize;

/// Objects of which the same is known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// It stands for any number of objects, none included; else for one at most.
    pub is_summary: bool,
    /// More than one field of objects in the graph may lead to one of its objects.
    pub is_shared: bool,
    /// What fields may be.
    pub fields: BTreeMap<FieldId, Value>,
    /// What all other fields may be.
    pub rest: Value,
}

impl Node {
    /// One object with nothing but these in its fields.
    pub fn new(rest: Value) -> Self {
        Self { is_summary: false, is_shared: false, fields: BTreeMap::new(), rest }
    }

    /// What a field may be.
    pub fn field(&self, field: FieldId) -> &Value {
        self.fields.get(&field).unwrap_or(&self.rest)
    }

    /// All that its fields may be.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.fields.values().chain([&self.rest])
    }

    /// Adds what the objects of another node may be.
    pub fn include(&mut self, other: &Self) {
        let keys: Vec<FieldId> = self.fields.keys().chain(other.fields.keys()).copied().collect();
        for key in keys {
            let mut value = self.field(key).clone();
            value.include(other.field(key));
            self.fields.insert(key, value);
        }
        self.rest.include(&other.rest);
        self.is_summary |= other.is_summary;
        self.is_shared |= other.is_shared;
    }
}

/// A set of heaps, as one graph.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Graph {
    /// What every variable may be: it leads to one node and to nothing else, or to none.
    pub vars: Vec<Value>,
    /// The nodes.
    pub nodes: BTreeMap<NodeId, Node>,
}

impl Graph {
    /// Nothing is known of any variable.
    pub fn unknown(vars: usize) -> Self {
        Self { vars: vec![Value::unknown(); vars], nodes: BTreeMap::new() }
    }

    /// Adds a node.
    pub fn add(&mut self, node: Node) -> NodeId {
        let id = self.nodes.last_key_value().map_or(0, |(last, _)| last + 1);
        self.nodes.insert(id, node);
        id
    }

    /// Changes every value in it.
    pub fn for_all_values(&mut self, mut change: impl FnMut(&mut Value)) {
        self.vars.iter_mut().for_each(&mut change);
        for node in self.nodes.values_mut() {
            node.fields.values_mut().for_each(&mut change);
            change(&mut node.rest);
        }
    }

    /// How many fields may lead to a node at most; those of a summary count twice.
    pub fn references(&self, to: NodeId) -> usize {
        let count = |node: &Node| {
            let fields = node.values().filter(|value| value.leads_to(to)).count();
            if node.is_summary { 2 * fields } else { fields }
        };
        self.nodes.values().map(count).sum()
    }
}
