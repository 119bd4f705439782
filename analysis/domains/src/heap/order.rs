//! The order of numbers in heap graphs: which number is at most which other one. It holds between single
//! places, and along links in all objects of a node, as in a sorted list.

use std::collections::BTreeSet;

use super::{FieldId, Graph, NodeId, Relation, Scope, Value, VarIndex, focus::Spot};

/// A link and a number. If a node is in this order, then for each of its objects whose link leads to an object
/// of the graph, the number of the former is at most that of the latter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Along {
    /// The field that leads from object to object.
    pub link: FieldId,
    /// The field whose numbers are compared.
    pub number: FieldId,
}

/// A single place with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scalar {
    /// A variable.
    Var(VarIndex),
    /// A field of a node that stands for at most one object.
    Field(NodeId, FieldId),
}

impl Scalar {
    /// Returns the node of the place; `None` for a variable.
    pub fn node(self) -> Option<NodeId> {
        match self {
            Self::Var(_) => None,
            Self::Field(node, _) => Some(node),
        }
    }

    /// Returns the place with its node renamed. `None` if `to` maps the node to nothing.
    pub(super) fn moved(self, to: impl Fn(NodeId) -> Option<NodeId>) -> Option<Self> {
        match self {
            Self::Var(_) => Some(self),
            Self::Field(node, field) => Some(Self::Field(to(node)?, field)),
        }
    }
}

impl Scope {
    /// Returns the place at a spot if its number is followed: other code cannot write it, it is compared
    /// somewhere, and it has a value.
    pub(super) fn scalar(&self, graph: &Graph, spot: Spot) -> Option<Scalar> {
        let scalar = match spot {
            Spot::Var(var) if self.numbers.contains(&var) => Scalar::Var(var),
            Spot::Field(node, field) if self.orders.iter().any(|along| along.number == field) => {
                graph.nodes.get(&node).filter(|node| !node.is_summary)?;
                Scalar::Field(node, field)
            }
            _ => return None,
        };
        let value = graph.at(spot, &self.exposed);
        (!value.is_any() && !value.is_garbage()).then_some(scalar)
    }

    /// Notes that two numbers stand in a relation. Returns whether that may be.
    pub(super) fn relate(&self, graph: &mut Graph, left: Spot, relation: Relation, right: Spot) -> bool {
        let scalars = (self.scalar(graph, left), self.scalar(graph, right));
        let (Some(left), Some(right)) = scalars else { return true };
        match relation {
            Relation::Less => return graph.note_less(left, right),
            Relation::Greater => return graph.note_less(right, left),
            Relation::AtMost => graph.note_at_most(left, right),
            Relation::AtLeast => graph.note_at_most(right, left),
            Relation::Equal => {
                graph.note_at_most(left, right);
                graph.note_at_most(right, left);
            }
            Relation::Different => {}
        }
        true
    }

    /// Puts the nodes of single objects in all orders in which they are.
    pub(super) fn settle_orders(&self, graph: &mut Graph) {
        let mut found: Vec<(NodeId, Along)> = Vec::new();
        for (id, node) in graph.nodes.iter().filter(|(_, node)| !node.is_summary) {
            for along in self.orders.iter().filter(|along| !node.orders.contains(along)) {
                let link = node.field(along.link);
                let from = Scalar::Field(*id, along.number);
                let is_there = |to: NodeId| graph.nodes.get(&to).is_some_and(|node| !node.is_summary);
                let is_kept =
                    |to: NodeId| is_there(to) && graph.is_at_most(from, Scalar::Field(to, along.number));
                if !link.is_any() && link.nodes().all(is_kept) {
                    found.push((*id, *along));
                }
            }
        }
        for (id, along) in found {
            if let Some(node) = graph.nodes.get_mut(&id) {
                node.orders.insert(along);
            }
        }
    }
}

impl Graph {
    fn note_at_most(&mut self, low: Scalar, high: Scalar) {
        if low != high {
            self.at_most.insert((low, high));
        }
    }

    /// Notes that a number is less than another one. Returns whether that may be.
    fn note_less(&mut self, low: Scalar, high: Scalar) -> bool {
        if self.is_at_most(high, low) {
            return false;
        }
        self.note_at_most(low, high);
        true
    }

    /// Returns whether a number is known to be at most another one.
    pub fn is_at_most(&self, low: Scalar, high: Scalar) -> bool {
        let steps = self.order_steps();
        let (mut open, mut seen) = (vec![low], BTreeSet::new());
        while let Some(at) = open.pop() {
            if at == high {
                return true;
            }
            if seen.insert(at) {
                open.extend(steps.iter().filter(|(from, _)| *from == at).map(|(_, to)| *to));
            }
        }
        false
    }

    /// Returns the pairs of places of which the first is at most the second: those that are noted, and those
    /// along links of single objects.
    fn order_steps(&self) -> Vec<(Scalar, Scalar)> {
        let mut steps: Vec<(Scalar, Scalar)> = self.at_most.iter().copied().collect();
        for (id, node) in self.nodes.iter().filter(|(_, node)| !node.is_summary) {
            for along in &node.orders {
                let link = node.field(along.link);
                let only = link.nodes().next().filter(|to| *link == Value::node(*to));
                if let Some(to) = only.filter(|to| self.nodes.get(to).is_some_and(|node| !node.is_summary)) {
                    steps.push((Scalar::Field(*id, along.number), Scalar::Field(to, along.number)));
                }
            }
        }
        steps
    }

    /// Forgets what is known of the number at a place, which is about to be written. What follows for other
    /// places stays.
    pub(super) fn forget_number(&mut self, scalar: Scalar) {
        if self.at_most.is_empty() && scalar.node().is_none() {
            return;
        }
        let steps = self.order_steps();
        for (low, _) in steps.iter().filter(|(_, high)| *high == scalar) {
            for (_, high) in steps.iter().filter(|(low, _)| *low == scalar) {
                self.note_at_most(*low, *high);
            }
        }
        self.at_most.retain(|(low, high)| *low != scalar && *high != scalar);
    }

    /// Forgets the orders that a write to a field of an object may break.
    pub(super) fn forget_orders(&mut self, written: NodeId, field: FieldId) {
        // What holds along the link that is about to be written still holds between the two objects.
        for (low, high) in self.order_steps() {
            if low.node() == Some(written) {
                self.note_at_most(low, high);
            }
        }
        self.forget_number(Scalar::Field(written, field));
        for (id, node) in &mut self.nodes {
            let is_written = *id == written;
            let leads_there: BTreeSet<FieldId> = node
                .orders
                .iter()
                .map(|along| along.link)
                .filter(|link| node.field(*link).is_any() || node.field(*link).leads_to(written))
                .collect();
            node.orders.retain(|along| {
                let is_own = is_written && (along.link == field || along.number == field);
                let is_next = along.number == field && leads_there.contains(&along.link);
                !is_own && !is_next
            });
        }
    }

    /// Drops what is noted of nodes that are gone, or that stand for many objects.
    pub(super) fn tidy_order(&mut self) {
        let nodes = &self.nodes;
        let is_single = |scalar: &Scalar| match scalar.node() {
            None => true,
            Some(node) => nodes.get(&node).is_some_and(|node| !node.is_summary),
        };
        self.at_most.retain(|(low, high)| is_single(low) && is_single(high));
    }

    /// Forgets the numbers of variables that may have any value, as those have that are not read any more,
    /// and of nodes that are about to be merged.
    pub(super) fn forget_merged(&mut self, is_merged: impl Fn(NodeId) -> bool) {
        let noted: BTreeSet<Scalar> = self.at_most.iter().flat_map(|(low, high)| [*low, *high]).collect();
        for scalar in noted {
            let is_gone = match scalar {
                Scalar::Var(var) => self.vars[var].is_any(),
                Scalar::Field(node, _) => is_merged(node),
            };
            if is_gone {
                self.forget_number(scalar);
            }
        }
    }
}
