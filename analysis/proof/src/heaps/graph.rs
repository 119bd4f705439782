//! Abstract heap graphs ([SRW]), as a certificate claims them.

use std::collections::{BTreeMap, BTreeSet};

use super::order::{Place, Rising};

/// One possible value of a pointer or number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Atom {
    /// This number. NULL is 0.
    Number(i128),
    /// Any value other than 0 that is no pointer to a node.
    Other,
    /// A value that was never written.
    Garbage,
    /// Any value.
    Any,
    /// A pointer to an object of this node.
    Node(usize),
}

/// The possible values of a variable or field.
pub(crate) type Value = BTreeSet<Atom>;

/// Returns the set of one possible value.
pub(crate) fn only(atom: Atom) -> Value {
    Value::from([atom])
}

/// Returns the values of memory outside the graph: no pointer to a node.
pub(crate) fn outside() -> Value {
    Value::from([Atom::Number(0), Atom::Other])
}

/// Returns the values of a variable of which nothing is known: no pointer to a node.
pub(crate) fn unknown() -> Value {
    Value::from([Atom::Number(0), Atom::Other, Atom::Garbage])
}

/// Returns the nodes to which a value may point.
pub(crate) fn nodes(value: &Value) -> impl Iterator<Item = usize> + '_ {
    value.iter().filter_map(|atom| if let Atom::Node(node) = atom { Some(*node) } else { None })
}

/// Returns whether the values `wide` include a value.
pub(crate) fn covers(wide: &Value, atom: Atom) -> bool {
    wide.contains(&Atom::Any)
        || wide.contains(&atom)
        || matches!(atom, Atom::Number(number) if number != 0) && wide.contains(&Atom::Other)
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Node {
    /// Whether the node stands for any number of objects, and not for at most one.
    pub many: bool,
    /// Whether several fields may point to one object of the node.
    pub shared: bool,
    /// The links along which the numbers of the node's objects rise, or stay.
    pub rising: BTreeSet<Rising>,
    pub fields: BTreeMap<usize, Value>,
    /// The values of all fields that are not named.
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
    /// Pairs of numbers of which the first is at most the second.
    pub at_most: BTreeSet<(Place, Place)>,
}

impl Graph {
    /// Returns a graph without nodes. Nothing is known of its variables.
    pub(super) fn unknown(vars: usize) -> Self {
        Self { vars: vec![unknown(); vars], nodes: BTreeMap::new(), at_most: BTreeSet::new() }
    }

    /// Removes nodes, and replaces all pointers to them by the value `instead`.
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
        self.unclaim_gone();
    }

    /// Returns the nodes reachable from some nodes, these included, and whether any of them has a field that
    /// may have any value.
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

    /// Returns whether at most one field of one object may point to a node.
    pub(super) fn has_one_reference(&self, to: usize) -> bool {
        let mut found = 0;
        for node in self.nodes.values() {
            let fields = node.values().filter(|value| value.contains(&Atom::Node(to))).count();
            found += if node.many { 2 * fields } else { fields };
        }
        found <= 1
    }
}
