//! What a variable or a field may be.

use std::collections::BTreeSet;

use super::{NodeId, Relation};

/// Most numbers that are told apart.
const MOST_NUMBERS: usize = 4;

/// A set of values, as what they may lead to. NULL is the number 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value {
    /// These numbers.
    numbers: BTreeSet<i128>,
    /// Anything but 0 that leads to no node: other numbers, and pointers to memory outside the graph.
    other: bool,
    /// What nobody wrote, or pointers to what was freed: any bits, but whoever follows them ends the run.
    garbage: bool,
    /// Anything at all; then nothing else is listed.
    any: bool,
    /// Pointers to these nodes.
    nodes: BTreeSet<NodeId>,
}

impl Value {
    /// A number.
    pub fn number(number: i128) -> Self {
        Self { numbers: BTreeSet::from([number]), ..Self::default() }
    }

    /// A pointer to a node.
    pub fn node(node: NodeId) -> Self {
        Self { nodes: BTreeSet::from([node]), ..Self::default() }
    }

    /// Anything but 0 that leads to no node.
    pub fn other() -> Self {
        Self { other: true, ..Self::default() }
    }

    /// Any bits that nobody may follow.
    pub fn garbage() -> Self {
        Self { garbage: true, ..Self::default() }
    }

    /// Anything that leads to no node.
    pub fn outside() -> Self {
        Self { other: true, ..Self::number(0) }
    }

    /// Anything at all.
    pub fn any() -> Self {
        Self { any: true, ..Self::default() }
    }

    /// What holds of a variable before anything is known: it leads to no node, for there is none.
    pub fn unknown() -> Self {
        Self { garbage: true, ..Self::outside() }
    }

    /// Whether there is no such value.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it may be anything at all.
    pub fn is_any(&self) -> bool {
        self.any
    }

    /// Whether it may lead out of the graph, to memory that others know.
    pub fn leads_out(&self) -> bool {
        self.other || !self.numbers.is_empty()
    }

    /// Whether it may be bits that nobody wrote.
    pub fn is_garbage(&self) -> bool {
        self.garbage
    }

    /// The nodes that it may lead to, ascending.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes.iter().copied()
    }

    /// The numbers that are told apart, ascending.
    pub fn numbers(&self) -> impl Iterator<Item = i128> + '_ {
        self.numbers.iter().copied()
    }

    /// Whether it may be something outside that is not 0.
    pub fn is_other(&self) -> bool {
        self.other
    }

    /// Whether it may lead to a node.
    pub fn leads_to(&self, node: NodeId) -> bool {
        self.nodes.contains(&node)
    }

    /// The same without pointers to nodes.
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

    /// Pointers to nodes lead somewhere else, or nowhere that is listed.
    #[must_use]
    pub fn moved(&self, to: impl Fn(NodeId) -> Option<NodeId>) -> Self {
        Self { nodes: self.nodes.iter().filter_map(|node| to(*node)).collect(), ..self.clone() }
    }

    /// A node is no longer there: what led to it is one of these instead.
    pub fn replace(&mut self, node: NodeId, by: &Self) {
        if self.nodes.remove(&node) {
            self.include(by);
        }
    }

    /// Those that stand in a relation to a number.
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

    /// Anything with an unlisted rest has no other numbers than 0; too many numbers are not told apart.
    fn normalise(&mut self) {
        if self.any {
            *self = Self::any();
        } else if self.other || self.numbers.len() > MOST_NUMBERS {
            self.other = true;
            self.numbers.retain(|number| *number == 0);
        }
    }
}
