//! Orders in which a fixpoint iteration visits nodes.

use fixedbitset::FixedBitSet;

use super::{Graph, walk};

/// The position recorded for a node that is not in the order.
const NOWHERE: u32 = u32::MAX;

/// A weak topological order (Bourdoncle 1993): a sequence of nodes with nested components (loops). Every edge
/// leads forwards in the sequence, or back to the head of a component that contains the start of the edge; in
/// components that are nested very deeply, back to any of their nodes.
#[derive(Clone, Debug)]
pub struct Order {
    nodes: Vec<u32>,
    /// The position of every node in the sequence, or `NOWHERE`.
    position: Vec<u32>,
    /// The components. An outer component stands before the components inside it.
    components: Vec<Component>,
    /// For every position, the index in `components` of the innermost component that contains the position.
    innermost: Vec<Option<u32>>,
    /// The loop heads: nodes to which some edge leads back.
    heads: FixedBitSet,
}

/// A loop as a half-open range of positions. The first position is that of the loop head.
#[derive(Clone, Copy, Debug)]
struct Component {
    start: u32,
    end: u32,
    /// The index in `components` of the smallest component around this one. `None` if there is none.
    around: Option<u32>,
}

impl Order {
    /// Computes a weak topological order of all nodes that are reachable from `roots`.
    pub fn weak(graph: &Graph, roots: impl IntoIterator<Item = usize>) -> Self {
        let walk::Nested { nodes, components } = walk::nested(graph, roots);
        let mut order = Self::unnested(graph, nodes);
        let mut open: Vec<u32> = Vec::new();
        let mut waiting = components.into_iter().peekable();
        for position in 0..order.nodes.len() as u32 {
            while open.pop_if(|one| order.components[*one as usize].end <= position).is_some() {}
            if let Some((start, end)) = waiting.next_if(|(start, _)| *start == position) {
                order.components.push(Component { start, end, around: open.last().copied() });
                open.push(order.components.len() as u32 - 1);
            }
            order.innermost[position as usize] = open.last().copied();
        }
        order.find_heads(graph);
        order
    }

    /// Takes `nodes` as the order, without components, so an iteration repeats the whole sequence. Nodes
    /// outside the sequence are never visited.
    pub fn of_sequence(graph: &Graph, nodes: impl IntoIterator<Item = usize>) -> Self {
        let mut order = Self::unnested(graph, nodes.into_iter().map(|node| node as u32).collect());
        order.find_heads(graph);
        order
    }

    /// Marks the nodes to which edges lead back.
    fn find_heads(&mut self, graph: &Graph) {
        for node in self.nodes() {
            for to in graph.leaving(node).map(|edge| graph.to(edge)) {
                if self.leads_back(node, to) {
                    self.heads.insert(to);
                }
            }
        }
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

    /// Returns the number of nodes in the order.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether the order contains no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the nodes in the order in which an iteration visits them.
    pub fn nodes(&self) -> impl Iterator<Item = usize> + use<> {
        self.nodes.clone().into_iter().map(|node| node as usize)
    }

    /// Returns the node at a position.
    pub fn node(&self, position: usize) -> usize {
        self.nodes[position] as usize
    }

    /// Returns the position of a node, or `None` if the node is not in the order.
    pub fn position(&self, node: usize) -> Option<usize> {
        let position = self.position[node];
        (position != NOWHERE).then_some(position as usize)
    }

    /// Returns whether a node is a loop head: some edge leads back to it. Every cycle contains a loop head.
    pub fn is_head(&self, node: usize) -> bool {
        self.heads.contains(node)
    }

    /// Returns whether an edge from `from` to `to`, both in the order, leads back: `to` does not come after
    /// `from`. An edge from a node to itself leads back.
    pub fn leads_back(&self, from: usize, to: usize) -> bool {
        self.position[to] <= self.position[from]
    }

    /// Returns the components that contain a position, from the innermost to the outermost, as half-open
    /// ranges of positions. The range of the whole order comes last.
    pub(super) fn around(&self, position: Option<usize>) -> impl Iterator<Item = (u32, u32)> + '_ {
        let innermost = position.and_then(|position| self.innermost[position]);
        let component = |id: u32| self.components[id as usize];
        let inside = std::iter::successors(innermost, move |id| component(*id).around).map(component);
        let whole = (0, self.nodes.len() as u32);
        inside.map(|component| (component.start, component.end)).chain([whole])
    }
}
