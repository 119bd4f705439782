//! A graph without the nodes that runs only pass through.

use super::Graph;

/// The chains of a graph: paths whose inner nodes have one edge in and one edge out. States need not be kept at inner
/// nodes, since nothing is joined there: an analysis takes one copy of a state along a whole chain.
#[derive(Clone, Debug)]
pub struct Chains {
    /// The graph whose edges are the chains. Its nodes have the numbers that they have in the original graph; inner
    /// nodes of chains have no edges.
    graph: Graph,
    /// The edges of all chains, one chain after the other.
    edges: Vec<u32>,
    /// The index in `edges` at which each chain starts, followed by the length of `edges`.
    first: Vec<u32>,
}

impl Chains {
    /// Finds the chains between the nodes that are kept: those of which `is_kept` says so, and those that do not have
    /// exactly one edge in and one out. Cycles that no kept node leads to are in no chain.
    pub fn of(graph: &Graph, is_kept: impl Fn(usize) -> bool) -> Self {
        let mut found = Found::default();
        let is_inner = |node: usize| graph.passed_by(node).filter(|_| !is_kept(node));
        for node in (0..graph.node_count()).filter(|node| is_inner(*node).is_none()) {
            for edge in graph.leaving(node) {
                found.follow(graph, edge, is_inner);
            }
        }
        let Found { between, edges, mut first } = found;
        first.push(edges.len() as u32);
        Self { graph: Graph::new(graph.node_count(), between), edges, first }
    }

    /// Returns the graph whose edges are the chains.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the number of chains.
    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Returns whether there is no chain.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the edges of a chain in the order in which runs take them.
    pub fn edges(&self, chain: usize) -> impl Iterator<Item = usize> + '_ {
        let edges = &self.edges[self.first[chain] as usize..self.first[chain + 1] as usize];
        edges.iter().map(|edge| *edge as usize)
    }
}

/// The chains found so far.
#[derive(Default)]
struct Found {
    /// The first and the last node of each chain.
    between: Vec<(usize, usize)>,
    edges: Vec<u32>,
    first: Vec<u32>,
}

impl Found {
    /// Adds the chain that begins with an edge. `is_inner` returns the edge that leaves an inner node.
    fn follow(&mut self, graph: &Graph, edge: usize, is_inner: impl Fn(usize) -> Option<usize>) {
        self.first.push(self.edges.len() as u32);
        self.edges.push(edge as u32);
        let mut to = graph.to(edge);
        while let Some(next) = is_inner(to) {
            self.edges.push(next as u32);
            to = graph.to(next);
        }
        self.between.push((graph.from(edge), to));
    }
}
