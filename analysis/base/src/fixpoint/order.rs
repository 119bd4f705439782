//! Orders in which an iteration visits nodes.

use fixedbitset::FixedBitSet;

use super::{Graph, walk};

/// The position of a node that is not in an order.
const NOWHERE: u32 = u32::MAX;

/// A weak topological order (Bourdoncle 1993): a sequence of nodes with nested components, such that every
/// edge leads forwards, or back to the head of a component that contains its start.
#[derive(Clone, Debug)]
pub struct Order {
    nodes: Vec<u32>,
    /// The position of every node.
    position: Vec<u32>,
    /// The components, outer ones before those inside.
    components: Vec<Component>,
    /// For every position the innermost component that it is part of.
    innermost: Vec<Option<u32>>,
    /// The nodes that edges lead back to.
    heads: FixedBitSet,
}

/// A loop: the positions from that of its head to an end, which is not included.
#[derive(Clone, Copy, Debug)]
struct Component {
    start: u32,
    end: u32,
    /// The component around it.
    around: Option<u32>,
}

impl Order {
    /// A weak topological order of the nodes that some roots lead to.
    pub fn weak(graph: &Graph, roots: impl IntoIterator<Item = usize>) -> Self {
        let walk::Nested { nodes, components } = walk::nested(graph, roots);
        let mut order = Self::unnested(graph, nodes);
        let mut open: Vec<u32> = Vec::new();
        let mut waiting = components.into_iter().peekable();
        for position in 0..order.nodes.len() as u32 {
            while open.pop_if(|one| order.components[*one as usize].end <= position).is_some() {}
            if let Some((start, end)) = waiting.next_if(|(start, _)| *start == position) {
                order.components.push(Component { start, end, around: open.last().copied() });
                order.heads.insert(order.nodes[position as usize] as usize);
                open.push(order.components.len() as u32 - 1);
            }
            order.innermost[position as usize] = open.last().copied();
        }
        order
    }

    /// A given sequence, to be gone round as a whole. Nodes that are not in it are never visited.
    pub fn of_sequence(graph: &Graph, nodes: impl IntoIterator<Item = usize>) -> Self {
        let mut order = Self::unnested(graph, nodes.into_iter().map(|node| node as u32).collect());
        for node in order.nodes() {
            for to in graph.leaving(node).map(|edge| graph.to(edge)) {
                if order.leads_back(node, to) {
                    order.heads.insert(to);
                }
            }
        }
        order
    }

    fn unnested(graph: &Graph, nodes: Vec<u32>) -> Self {
        let mut position = vec![NOWHERE; graph.node_count()];
        for (at, node) in nodes.iter().enumerate() {
            position[*node as usize] = at as u32;
        }
        let innermost = vec![None; nodes.len()];
        let heads = FixedBitSet::with_capacity(graph.node_count());
        Self { nodes, position, components: Vec::new(), innermost, heads }
    }

    /// How many nodes are in the order.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no node is in the order.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The nodes in their order.
    pub fn nodes(&self) -> impl Iterator<Item = usize> + use<> {
        self.nodes.clone().into_iter().map(|node| node as usize)
    }

    /// The node at a position.
    pub fn node(&self, position: usize) -> usize {
        self.nodes[position] as usize
    }

    /// The position of a node; none if it is not in the order.
    pub fn position(&self, node: usize) -> Option<usize> {
        let position = self.position[node];
        (position != NOWHERE).then_some(position as usize)
    }

    /// Whether edges lead back to a node. Every cycle has such a head.
    pub fn is_head(&self, node: usize) -> bool {
        self.heads.contains(node)
    }

    /// Whether an edge between two nodes of the order leads back.
    pub fn leads_back(&self, from: usize, to: usize) -> bool {
        self.position[to] <= self.position[from]
    }

    /// The components around a position, inner ones first, as the positions from a head to an end; the whole
    /// order comes last.
    pub(super) fn around(&self, position: Option<usize>) -> impl Iterator<Item = (u32, u32)> + '_ {
        let innermost = position.and_then(|position| self.innermost[position]);
        let component = |id: u32| self.components[id as usize];
        let inside = std::iter::successors(innermost, move |id| component(*id).around).map(component);
        let whole = (0, self.nodes.len() as u32);
        inside.map(|component| (component.start, component.end)).chain([whole])
    }
}
