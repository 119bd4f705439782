//! The abstract values of variables and fields in heap graphs.

use std::collections::BTreeSet;

use super::{NodeId, Relation};

/// The maximal number of numbers that a value lists.
const MOST_NUMBERS: usize = 4;

/// A set of values of a variable or field, described by where they lead. NULL is the number 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value {
    /// The numbers in the set that are listed one by one.
    numbers: BTreeSet<i128>,
    /// Whether the set contains everything except 0 that leads to no node: unlisted numbers, and pointers to
    /// memory outside of the graph.
    other: bool,
    /// Whether the set contains indeterminate bits: contents of memory that was never written, and pointers
    /// to freed objects. A run that follows such a pointer ends.
    garbage: bool,
    /// Whether the set contains every value. The other fields are then empty.
    any: bool,
    /// The nodes to which the set contains pointers.
    nodes: BTreeSet<NodeId>,
}

impl Value {
    /// Returns the set of one number.
    pub fn number(number: i128) -> Self {
        Self { numbers: BTreeSet::from([number]), ..Self::default() }
    }

    /// Returns the set of the pointers to a node.
    pub fn node(node: NodeId) -> Self {
        Self { nodes: BTreeSet::from([node]), ..Self::default() }
    }

    /// Returns the set of all numbers and pointers, except 0, that lead to no node.
    pub fn other() -> Self {
        Self { other: true, ..Self::default() }
    }

    /// Returns the set of indeterminate bits, which no run can follow as a pointer and go on.
    pub fn garbage() -> Self {
        Self { garbage: true, ..Self::default() }
    }

    /// Returns the set of all numbers and pointers that lead to no node.
    pub fn outside() -> Self {
        Self { other: true, ..Self::number(0) }
    }

    /// Returns the set of all values.
    pub fn any() -> Self {
        Self { any: true, ..Self::default() }
    }

    /// Returns the set of all values of a variable before anything is known. The set has no pointers to
    /// nodes, because there are no nodes yet.
    pub fn unknown() -> Self {
        Self { garbage: true, ..Self::outside() }
    }

    /// Returns whether the set has no value.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether the set has all values.
    pub fn is_any(&self) -> bool {
        self.any
    }

    /// Returns whether the value may lead out of the graph, to memory that other code knows.
    pub fn leads_out(&self) -> bool {
        self.other || !self.numbers.is_empty()
    }

    /// Returns whether the value may be indeterminate: never written, or a pointer to a freed object.
    pub fn is_garbage(&self) -> bool {
        self.garbage
    }

    /// Returns the nodes that the value may lead to, ascending.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes.iter().copied()
    }

    /// Returns the listed numbers of the set, ascending.
    pub fn numbers(&self) -> impl Iterator<Item = i128> + '_ {
        self.numbers.iter().copied()
    }

    /// Returns whether the value may be an unlisted number or a pointer out of the graph, other than 0.
    pub fn is_other(&self) -> bool {
        self.other
    }

    /// Returns whether the value may be a pointer to `node` itself, not through fields.
    pub fn leads_to(&self, node: NodeId) -> bool {
        self.nodes.contains(&node)
    }

    /// Returns the set without its pointers to nodes.
    #[must_use]
    pub fn without_nodes(&self) -> Self {
        Self { nodes: BTreeSet::new(), ..self.clone() }
    }

    /// Adds the values of another set.
    pub fn include(&mut self, more: &Self) {
        self.numbers.extend(&more.numbers);
        self.nodes.extend(&more.nodes);
        self.other |= more.other;
        self.garbage |= more.garbage;
        self.any |= more.any;
        self.normalise();
    }

    /// Returns the set with its pointers to nodes redirected. Pointers that `to` maps to None are dropped.
    #[must_use]
    pub fn moved(&self, to: impl Fn(NodeId) -> Option<NodeId>) -> Self {
        Self { nodes: self.nodes.iter().filter_map(|node| to(*node)).collect(), ..self.clone() }
    }

    /// Replaces the pointers to a node, if the set has them, by the values of `by`.
    pub fn replace(&mut self, node: NodeId, by: &Self) {
        if self.nodes.remove(&node) {
            self.include(by);
        }
    }

    /// Returns the values of the set that may stand in a relation to a number.
    #[must_use]
    pub fn restricted(&self, relation: Relation, to: i128) -> Self {
        let mut kept = self.clone();
        kept.numbers.retain(|number| relation.holds(*number, to));
        match relation {
            Relation::Equal if to == 0 => {
                kept.nodes.clear();
                kept.other = false;
            }
            Relation::Equal if self.other => {
                kept.other = false;
                kept.numbers.insert(to);
            }
            _ => {}
        }
        kept
    }

    /// Establishes the normal form. If there are unlisted numbers or more than [`MOST_NUMBERS`] listed ones,
    /// only 0 stays listed.
    fn normalise(&mut self) {
        if self.any {
            *self = Self::any();
        } else if self.other || self.numbers.len() > MOST_NUMBERS {
            self.other = true;
            self.numbers.retain(|number| *number == 0);
        }
    }
}
