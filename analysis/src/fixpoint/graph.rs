//! Graphs whose nodes and edges are dense numbers.

/// A graph. Nodes and edges are numbered from 0.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Where every edge begins and ends.
    ends: Vec<(u32, u32)>,
    leaving: Adjacency,
    entering: Adjacency,
}

impl Graph {
    /// A graph of so many nodes with these edges, each from one node to another.
    pub fn new(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let ends: Vec<_> = edges.into_iter().map(|(from, to)| (from as u32, to as u32)).collect();
        let leaving = Adjacency::new(nodes, ends.iter().map(|ends| ends.0));
        let entering = Adjacency::new(nodes, ends.iter().map(|ends| ends.1));
        Self { ends, leaving, entering }
    }

    /// The same graph with every edge turned round, under its own number.
    #[must_use]
    pub fn reversed(self) -> Self {
        let ends = self.ends.into_iter().map(|(from, to)| (to, from)).collect();
        Self { ends, leaving: self.entering, entering: self.leaving }
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.leaving.first.len() - 1
    }

    /// Where an edge begins.
    pub fn from(&self, edge: usize) -> usize {
        self.ends[edge].0 as usize
    }

    /// Where an edge ends.
    pub fn to(&self, edge: usize) -> usize {
        self.ends[edge].1 as usize
    }

    /// The edges that leave a node, ascending.
    pub fn leaving(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.leaving.of(node).iter().map(|edge| *edge as usize)
    }

    /// Where one of the edges that leave a node ends; none if there are no more than `index`.
    pub fn successor(&self, node: usize, index: usize) -> Option<usize> {
        self.leaving.of(node).get(index).map(|edge| self.to(*edge as usize))
    }

    /// The edges that enter a node, ascending.
    pub fn entering(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.entering.of(node).iter().map(|edge| *edge as usize)
    }
}

/// The edges of every node, one after the other.
#[derive(Clone, Debug)]
struct Adjacency {
    /// Where the edges of each node begin, and at last where all end.
    first: Vec<u32>,
    edges: Vec<u32>,
}

impl Adjacency {
    /// Sorts edges by their nodes; those of one node stay in their order.
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
