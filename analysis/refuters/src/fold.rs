//! A path folded into its path program: all visits of one location become one node, as long as the property
//! does not change its state in between.

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use csieve_base::fixpoint::Graph;
use csieve_graph::{Cfg, EdgeId, Loc};

use crate::CounterexamplePath;

/// The largest number of nodes of a path program that is extended by all edges of its loops.
const MOST_NODES: usize = 150;

/// A transition between two nodes of a path program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Way {
    /// The node where the transition starts.
    pub from: usize,
    /// The edge of the control-flow graph.
    pub edge: EdgeId,
    /// The node where the transition ends.
    pub to: usize,
}

/// The path program of a path ([GR] calls it the slice of a counterexample): all paths through the function
/// that use only the edges of this path and on which the property moves in the same way.
#[derive(Clone, Debug)]
pub struct PathProgram {
    /// For every node its location and the number of state changes of the property before it. The path
    /// begins in node 0.
    pub nodes: Vec<(Loc, usize)>,
    /// The transitions, each once, in the order of their source nodes in [`Self::order`]. The last edge of
    /// the path is not among them.
    pub ways: Vec<Way>,
    /// The nodes in reverse postorder: each after its predecessors, except along transitions back to a loop
    /// head.
    pub order: Vec<usize>,
    /// The heads of loops: nodes to which some transition leads back.
    pub heads: FixedBitSet,
    /// For every position of the word the node before its edge.
    pub visits: Vec<usize>,
    /// The last edge of the path, which leaves the last visited node.
    pub last: EdgeId,
}

impl PathProgram {
    /// Returns the path programs of a path that a refuter tries in turn: first with all edges of the loops
    /// that the path goes through, then with only the edges that the path takes.
    pub fn all(path: &CounterexamplePath) -> Vec<Self> {
        let Some(narrow) = Self::narrow(path) else { return Vec::new() };
        let wide = narrow.with_loops(path.function.cfg);
        let is_wider = wide.ways.len() > narrow.ways.len();
        is_wider.then_some(wide).into_iter().chain([narrow]).collect()
    }

    /// Returns the path program with only the edges that the path takes; `None` if the path is empty.
    pub fn narrow(path: &CounterexamplePath) -> Option<Self> {
        let cfg = path.function.cfg;
        let last = *path.word.last()?;
        let mut nodes = Nodes::default();
        let mut visits: Vec<usize> = Vec::with_capacity(path.word.len());
        for (position, &edge) in path.word.iter().enumerate() {
            let phase = path.moves.iter().take_while(|moved| **moved < position).count();
            visits.push(nodes.id(cfg.edge(edge).from, phase));
        }
        let mut seen = FxHashSet::default();
        let ways =
            visits.windows(2).zip(path.word).map(|(ends, &edge)| Way { from: ends[0], edge, to: ends[1] });
        let ways: Vec<Way> = ways.filter(|way| seen.insert(*way)).collect();
        Some(
            Self { nodes: nodes.all, ways, order: Vec::new(), heads: FixedBitSet::new(), visits, last }
                .ordered(),
        )
    }

    /// Returns this path program with all edges of the loops that the path goes through. State changes of
    /// the property on these edges are ignored, because they do not change values of the program.
    fn with_loops(&self, cfg: &Cfg) -> Self {
        let mut loops: FxHashMap<Loc, usize> = FxHashMap::default();
        for (index, group) in cfg.loops().into_iter().enumerate() {
            loops.extend(group.into_iter().map(|loc| (loc, index)));
        }
        let mut nodes = Nodes::of(&self.nodes);
        let mut ways = self.ways.clone();
        let mut seen: FxHashSet<Way> = ways.iter().copied().collect();
        let mut next = 0;
        while let Some(&(loc, phase)) = nodes.all.get(next) {
            for &edge in &cfg.successors[loc.index()] {
                let to = cfg.edge(edge).to;
                let is_inside = loops.get(&loc).is_some_and(|group| loops.get(&to) == Some(group));
                if is_inside && nodes.all.len() < MOST_NODES {
                    let way = Way { from: next, edge, to: nodes.id(to, phase) };
                    if seen.insert(way) {
                        ways.push(way);
                    }
                }
            }
            next += 1;
        }
        Self { nodes: nodes.all, ways, ..self.clone() }.ordered()
    }

    /// Sorts nodes and transitions and finds the loop heads by a depth-first search.
    fn ordered(mut self) -> Self {
        let mut rank = vec![usize::MAX; self.nodes.len()];
        let mut is_open = FixedBitSet::with_capacity(self.nodes.len());
        let mut seen = FixedBitSet::with_capacity(self.nodes.len());
        self.heads = FixedBitSet::with_capacity(self.nodes.len());
        let mut out: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for way in &self.ways {
            out[way.from].push(way.to);
        }
        let (mut walk, mut left) = (vec![(0, 0)], self.nodes.len());
        seen.insert(0);
        is_open.insert(0);
        while let Some((node, child)) = walk.pop() {
            match out[node].get(child) {
                None => {
                    is_open.set(node, false);
                    left -= 1;
                    rank[node] = left;
                }
                Some(&to) => {
                    walk.push((node, child + 1));
                    if is_open.contains(to) {
                        self.heads.insert(to);
                    } else if !seen.put(to) {
                        is_open.insert(to);
                        walk.push((to, 0));
                    }
                }
            }
        }
        self.ways.sort_by_key(|way| rank[way.from]);
        self.order = (0..self.nodes.len()).collect();
        self.order.sort_by_key(|node| rank[*node]);
        self
    }

    /// Returns the nodes and transitions as a graph for the fixpoint engine, with the same indices.
    pub fn flow(&self) -> Graph {
        Graph::new(self.nodes.len(), self.ways.iter().map(|way| (way.from, way.to)))
    }

    /// Returns the node before the last edge.
    pub fn end(&self) -> usize {
        self.visits.last().copied().unwrap_or(0)
    }
}

/// The nodes in the order in which they are found, with the index of each.
#[derive(Default)]
struct Nodes {
    all: Vec<(Loc, usize)>,
    ids: FxHashMap<(Loc, usize), usize>,
}

impl Nodes {
    fn of(nodes: &[(Loc, usize)]) -> Self {
        Self { all: nodes.to_vec(), ids: nodes.iter().enumerate().map(|(id, node)| (*node, id)).collect() }
    }

    fn id(&mut self, at: Loc, phase: usize) -> usize {
        let fresh = self.all.len();
        let id = *self.ids.entry((at, phase)).or_insert(fresh);
        if id == fresh {
            self.all.push((at, phase));
        }
        id
    }
}
