//! Reachability between locations, and the loops of a graph.

use fixedbitset::FixedBitSet;
use petgraph::{algo::tarjan_scc, graph::DiGraph};

use super::{Cfg, EdgeId, Loc};

impl Cfg {
    /// Returns the locations that can be reached from a location, that location included.
    pub fn reached_from(&self, start: Loc) -> FixedBitSet {
        self.reached_along(start, |_| true)
    }

    /// Returns the locations that can be reached from a location along edges for which `open` is true, that
    /// location included.
    pub fn reached_along(&self, start: Loc, open: impl Fn(EdgeId) -> bool) -> FixedBitSet {
        self.reached([start], open)
    }

    /// Returns the locations that can be reached from some of `starts`, these included.
    pub fn reached_from_all(&self, starts: impl IntoIterator<Item = Loc>) -> FixedBitSet {
        self.reached(starts, |_| true)
    }

    fn reached(&self, starts: impl IntoIterator<Item = Loc>, open: impl Fn(EdgeId) -> bool) -> FixedBitSet {
        self.spread(starts, |loc, add| {
            let edges = self.successors[loc.index()].iter().filter(|edge| open(**edge));
            edges.for_each(|edge| add(self.edge(*edge).to));
        })
    }

    /// Returns the locations from which one of `ends` can be reached along edges for which `open` is true,
    /// `ends` included.
    pub fn leading_to(
        &self,
        ends: impl IntoIterator<Item = Loc>,
        open: impl Fn(EdgeId) -> bool,
    ) -> FixedBitSet {
        let mut before: Vec<Vec<Loc>> = vec![Vec::new(); self.location_count()];
        for id in self.edge_ids().filter(|id| open(*id)) {
            before[self.edge(id).to.index()].push(self.edge(id).from);
        }
        self.spread(ends, |loc, add| before[loc.index()].iter().copied().for_each(add))
    }

    /// Returns the locations in loops of at least two locations, as a set of indices. A location with an edge
    /// to itself (`again: goto again;`) is left out: such an edge does nothing.
    pub fn cyclic(&self) -> FixedBitSet {
        self.loops().into_iter().flatten().map(Loc::index).collect()
    }

    /// Returns the locations of every outermost loop: each strongly connected component with more than one
    /// location.
    pub fn loops(&self) -> Vec<Vec<Loc>> {
        self.loops_of(|_| true)
    }

    /// Returns the locations of every outermost loop of some of the edges.
    pub fn loops_of(&self, counts: impl Fn(EdgeId) -> bool) -> Vec<Vec<Loc>> {
        let mut graph = DiGraph::<(), ()>::with_capacity(self.location_count(), self.edges.len());
        let nodes: Vec<_> = (0..self.location_count()).map(|_| graph.add_node(())).collect();
        for edge in self.edge_ids().filter(|id| counts(*id)).map(|id| self.edge(id)) {
            graph.add_edge(nodes[edge.from.index()], nodes[edge.to.index()], ());
        }
        let groups = tarjan_scc(&graph).into_iter().filter(|group| group.len() > 1);
        groups.map(|group| group.into_iter().map(|node| Loc(node.index() as u32)).collect()).collect()
    }

    fn spread(
        &self,
        starts: impl IntoIterator<Item = Loc>,
        next: impl Fn(Loc, &mut dyn FnMut(Loc)),
    ) -> FixedBitSet {
        let mut seen = FixedBitSet::with_capacity(self.location_count());
        let mut pending: Vec<Loc> = starts.into_iter().collect();
        while let Some(loc) = pending.pop() {
            if !seen.put(loc.index()) {
                next(loc, &mut |to| pending.push(to));
            }
        }
        seen
    }
}
