//! Directed graphs whose nodes and edges are dense numbers.

/// A directed graph. Nodes are numbered from 0, and so are edges.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The start node and the end node of every edge, indexed by edge.
    ends: Vec<(u32, u32)>,
    leaving: Adjacency,
    entering: Adjacency,
}

impl Graph {
    /// Builds a graph with `nodes` nodes. Each edge is a pair of its start node and its end node.
    pub fn new(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let ends: Vec<_> = edges.into_iter().map(|(from, to)| (from as u32, to as u32)).collect();
        let leaving = Adjacency::new(nodes, ends.iter().map(|ends| ends.0));
        let entering = Adjacency::new(nodes, ends.iter().map(|ends| ends.1));
        Self { ends, leaving, entering }
    }

    /// Returns the same graph with the direction of every edge reversed. Edges keep their numbers.
    #[must_use]
    pub fn reversed(self) -> Self {
        let ends = self.ends.into_iter().map(|(from, to)| (to, from)).collect();
        Self { ends, leaving: self.entering, entering: self.leaving }
    }

    /// Returns the number of nodes.
    pub fn node_count(&self) -> usize {
        self.leaving.first.len() - 1
    }

    /// Returns the node at which an edge starts.
    pub fn from(&self, edge: usize) -> usize {
        self.ends[edge].0 as usize
    }

    /// Returns the node at which an edge ends.
    pub fn to(&self, edge: usize) -> usize {
        self.ends[edge].1 as usize
    }

    /// Returns the edges that leave a node, in ascending order.
    pub fn leaving(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.leaving.of(node).iter().map(|edge| *edge as usize)
    }

    /// Returns the end node of the edge at `index` (from 0) among the edges that leave `node`, or `None` if
    /// `node` has no more than `index` such edges.
    pub fn successor(&self, node: usize, index: usize) -> Option<usize> {
        self.leaving.of(node).get(index).map(|edge| self.to(*edge as usize))
    }

    /// Returns the only edge that leaves a node that one edge enters and one edge leaves; `None` for other nodes.
    pub fn passed_by(&self, node: usize) -> Option<usize> {
        match (self.entering.of(node), self.leaving.of(node)) {
            ([_], [leaving]) => Some(*leaving as usize),
            _ => None,
        }
    }

    /// Returns the edges that enter a node, in ascending order.
    pub fn entering(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.entering.of(node).iter().map(|edge| *edge as usize)
    }
}

/// The edges at every node, stored as one list that is grouped by node (compressed sparse rows).
#[derive(Clone, Debug)]
struct Adjacency {
    /// The index in `edges` at which the group of each node starts, followed by the length of `edges`.
    first: Vec<u32>,
    edges: Vec<u32>,
}

impl Adjacency {
    /// Groups edges by node, with a counting sort. `at` yields the node of each edge, in the order of edges.
    /// Each group is in ascending order of edges.
    fn new(nodes: usize, at: impl Iterator<Item = u32> + Clone) -> Self {
        let mut first = vec![0; nodes + 1];
        for node in at.clone() {
            first[node as usize + 1] += 1;
        }
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        let mut edges = vec![0; first[nodes] as usize];
        let mut next = first.clone();
        for (edge, node) in at.enumerate() {
            let place = &mut next[node as usize];
            edges[*place as usize] = edge as u32;
            *place += 1;
        }
        Self { first, edges }
    }

    fn of(&self, node: usize) -> &[u32] {
        &self.edges[self.first[node] as usize..self.first[node + 1] as usize]
    }
}
