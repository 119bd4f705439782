//! Checks whether one abstract heap graph covers all heaps of another.

use std::collections::BTreeMap;

use super::{
    graph::{Atom, Graph, Node, Value, covers, nodes},
    order::Place,
};

/// The most tries to map one graph into another.
const MOST_TRIES: u32 = 20_000;

/// Returns whether all heaps of a graph are heaps of the claimed graph. Searches for a mapping from nodes to
/// claimed nodes under which all claims hold. A node may be left out if the claimed graph says `any` wherever
/// something points to it.
pub(super) fn is_within(graph: &Graph, claimed: &Graph) -> bool {
    let mut graph = graph.clone();
    let (reached, _) = graph.reached(graph.vars.iter().flat_map(nodes).collect::<Vec<_>>());
    graph.nodes.retain(|id, _| reached.contains(id));
    graph.unclaim_gone();
    let single: Vec<usize> = graph.nodes.keys().copied().filter(|id| graph.has_one_reference(*id)).collect();
    for id in single {
        if let Some(node) = graph.nodes.get_mut(&id).filter(|node| !node.many) {
            node.shared = false;
        }
    }
    let mut search =
        EmbeddingSearch { graph: &graph, claimed, order: order(&graph), to: BTreeMap::new(), tries: 0 };
    search.place(0)
}

/// Returns the nodes in the order in which they are mapped. Nodes to which variables point come first: they
/// leave no choice.
fn order(graph: &Graph) -> Vec<usize> {
    let mut order: Vec<usize> = graph.vars.iter().flat_map(nodes).collect();
    order.extend(graph.nodes.keys());
    let mut seen = std::collections::BTreeSet::new();
    order.retain(|node| seen.insert(*node));
    order
}

struct EmbeddingSearch<'g> {
    graph: &'g Graph,
    claimed: &'g Graph,
    order: Vec<usize>,
    /// The claimed node for every node mapped so far. None for a node that is left out.
    to: BTreeMap<usize, Option<usize>>,
    tries: u32,
}

impl EmbeddingSearch<'_> {
    /// Maps all nodes from a position on, and returns whether that is possible.
    fn place(&mut self, position: usize) -> bool {
        self.tries += 1;
        if self.tries > MOST_TRIES {
            return false;
        }
        let Some(&node) = self.order.get(position) else { return self.holds() && self.numbers_hold() };
        let places: Vec<Option<usize>> = self.claimed.nodes.keys().copied().map(Some).chain([None]).collect();
        for place in places {
            if !self.fits(node, place) {
                continue;
            }
            self.to.insert(node, place);
            if self.holds() && self.place(position + 1) {
                return true;
            }
            self.to.remove(&node);
        }
        false
    }

    /// Returns whether a node may be mapped to a claimed node, as far as the number of their objects and
    /// sharing go.
    fn fits(&self, node: usize, place: Option<usize>) -> bool {
        let Some(place) = place else { return true };
        let (node, claimed) = (&self.graph.nodes[&node], &self.claimed.nodes[&place]);
        let is_free = claimed.many || !node.many && self.to.values().all(|to| *to != Some(place));
        is_free && (claimed.shared || !node.shared)
    }

    /// Returns whether all claims hold for the nodes that are mapped so far.
    fn holds(&self) -> bool {
        let vars = self.graph.vars.iter().zip(&self.claimed.vars);
        vars.into_iter().all(|(value, claimed)| self.is_claimed(value, claimed))
            && self.to.iter().all(|(node, place)| match place {
                Some(place) => {
                    self.fields_hold(&self.graph.nodes[node], &self.claimed.nodes[place])
                        && self.claimed.nodes[place].rising.iter().all(|one| self.graph.rises(*node, *one))
                }
                None => true,
            })
    }

    /// Returns whether the claims about two numbers hold. A claimed node to which no node is mapped has no
    /// object, so nothing is claimed about it.
    fn numbers_hold(&self) -> bool {
        let mapped = |place: Place| match place {
            Place::Var(_) => Some(place),
            Place::Field(claimed, field) => {
                let node = self.to.iter().find(|(_, to)| **to == Some(claimed));
                node.map(|(node, _)| Place::Field(*node, field))
            }
        };
        self.claimed.at_most.iter().all(|(low, high)| match (mapped(*low), mapped(*high)) {
            (Some(low), Some(high)) => self.graph.is_at_most(low, high),
            _ => true,
        })
    }

    fn fields_hold(&self, node: &Node, claimed: &Node) -> bool {
        let named = node.fields.keys().chain(claimed.fields.keys());
        named.into_iter().all(|field| self.is_claimed(node.field(*field), claimed.field(*field)))
            && self.is_claimed(&node.rest, &claimed.rest)
    }

    fn is_claimed(&self, value: &Value, claimed: &Value) -> bool {
        value.iter().all(|atom| match atom {
            Atom::Node(node) => match self.to.get(node) {
                None => true,
                Some(Some(place)) => covers(claimed, Atom::Node(*place)),
                Some(None) => claimed.contains(&Atom::Any),
            },
            other => covers(claimed, *other),
        })
    }
}
