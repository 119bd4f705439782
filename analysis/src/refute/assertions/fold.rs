//! A path folded into its path program: where it comes twice is one node.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    cfg::{EdgeId, Loc},
    refute::PathProgram,
};

/// A way from one node to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Way {
    /// From here.
    pub from: usize,
    /// Along this edge.
    pub edge: EdgeId,
    /// To here.
    pub to: usize,
}

/// The path program of a path (Gulavani and Rajamani, "Counterexample Driven Refinement for Abstract Interpretation", call it the
/// slice of a counterexample): all ways that the path's own edges make through the function, as far as the property
/// sees the same on them.
#[derive(Clone, Debug)]
pub struct Folded {
    /// The location of every node; the first is where the path begins.
    pub nodes: Vec<Loc>,
    /// The ways, in the order of the path, each once; without the last edge.
    pub ways: Vec<Way>,
    /// The node at every position of the word, before its edge.
    pub visits: Vec<usize>,
    /// The last edge, which leaves the last visited node.
    pub last: EdgeId,
}

impl Folded {
    /// Folds a path; none if it is empty.
    pub fn of(path: &PathProgram) -> Option<Self> {
        let cfg = path.function.cfg;
        let last = *path.word.last()?;
        let mut ids: FxHashMap<(Loc, usize), usize> = FxHashMap::default();
        let mut nodes: Vec<Loc> = Vec::new();
        let mut visits: Vec<usize> = Vec::with_capacity(path.word.len());
        for (position, &edge) in path.word.iter().enumerate() {
            let phase = path.moves.iter().take_while(|moved| **moved < position).count();
            let at = cfg.edge(edge).from;
            let node = *ids.entry((at, phase)).or_insert(nodes.len());
            if node == nodes.len() {
                nodes.push(at);
            }
            visits.push(node);
        }
        let mut seen = FxHashSet::default();
        let ways =
            visits.windows(2).zip(path.word).map(|(ends, &edge)| Way { from: ends[0], edge, to: ends[1] });
        let ways = ways.filter(|way| seen.insert(*way)).collect();
        Some(Self { nodes, ways, visits, last })
    }

    /// The node before the last edge.
    pub fn end(&self) -> usize {
        self.visits.last().copied().unwrap_or(0)
    }
}
