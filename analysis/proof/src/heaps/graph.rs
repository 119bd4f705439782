//! Graphs as they are claimed.

use std::collections::{BTreeMap, BTreeSet};

/// What a pointer or a number may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Atom {
    /// This number; NULL is 0.
    Number(i128),
    /// Not 0, and it leads to no node.
    Other,
    /// What nobody wrote.
    Garbage,
    /// Anything.
    Any,
    /// A pointer to an object of this node.
    Node(usize),
}

/// What something may be.
pub(crate) type Value = BTreeSet<Atom>;

/// A value of one kind only.
pub(crate) fn only(atom: Atom) -> Value {
    Value::from([atom])
}

/// Whatever leads to no node.
pub(crate) fn outside() -> Value {
    Value::from([Atom::Number(0), Atom::Other])
}

/// What something is before anything was written to it.
pub(crate) fn unknown() -> Value {
    Value::from([Atom::Number(0), Atom::Other, Atom::Garbage])
}

/// The nodes among what something may be.
pub(crate) fn nodes(value: &Value) -> impl Iterator<Item = usize> + '_ {
    value.iter().filter_map(|atom| if let Atom::Node(node) = atom { Some(*node) } else { None })
}

/// Whether one value may be nothing but what another may be.
pub(crate) fn covers(wide: &Value, atom: Atom) -> bool {
    wide.contains(&Atom::Any)
        || wide.contains(&atom)
        || matches!(atom, Atom::Number(number) if number != 0) && wide.contains(&Atom::Other)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// It may be any number of objects.
    pub many: bool,
    /// Several fields may lead to one of its objects.
    pub shared: bool,
    pub fields: BTreeMap<usize, Value>,
    /// What is in all other fields.
    pub rest: Value,
}

impl Node {
    pub(super) fn field(&self, field: usize) -> &Value {
        self.fields.get(&field).unwrap_or(&self.rest)
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &Value> {
        self.fields.values().chain([&self.rest])
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Graph {
    pub vars: Vec<Value>,
    pub nodes: BTreeMap<usize, Node>,
}

impl Graph {
    /// Without objects in it, nothing leads to one.
    pub(super) fn unknown(vars: usize) -> Self {
        Self { vars: vec![unknown(); vars], nodes: BTreeMap::new() }
    }

    /// Takes nodes out, and puts something else where they were led to.
    pub(super) fn take_out(&mut self, gone: &BTreeSet<usize>, instead: Atom) {
        self.nodes.retain(|id, _| !gone.contains(id));
        let in_nodes =
            self.nodes.values_mut().flat_map(|node| node.fields.values_mut().chain([&mut node.rest]));
        for value in self.vars.iter_mut().chain(in_nodes) {
            let before = value.len();
            value.retain(|atom| !matches!(atom, Atom::Node(node) if gone.contains(node)));
            if value.len() < before {
                value.insert(instead);
            }
        }
    }

    /// All nodes that are reached from some, these included, and whether anything may be reached.
    pub(super) fn reached(&self, from: impl IntoIterator<Item = usize>) -> (BTreeSet<usize>, bool) {
        let mut open: Vec<usize> = from.into_iter().collect();
        let (mut reached, mut any) = (BTreeSet::new(), false);
        while let Some(next) = open.pop() {
            let Some(node) = self.nodes.get(&next) else { continue };
            if reached.insert(next) {
                any |= node.values().any(|value| value.contains(&Atom::Any));
                open.extend(node.values().flat_map(nodes));
            }
        }
        (reached, any)
    }

    /// Whether at most one field of one object may lead to a node.
    pub(super) fn has_one_reference(&self, to: usize) -> bool {
        let mut found = 0;
        for node in self.nodes.values() {
            let fields = node.values().filter(|value| value.contains(&Atom::Node(to))).count();
            found += if node.many { 2 * fields } else { fields };
        }
        found <= 1
    }
}
