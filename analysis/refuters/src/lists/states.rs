//! Which heaps there may be at the nodes of a folded path.

use fixedbitset::FixedBitSet;

use csieve_base::budget::Steps;
use csieve_domains::heap::{Graph, Heaps, Kept, Value};
use csieve_graph::EdgeId;

use crate::fold::Folded;

use super::program::Program;

/// Most graphs at one node.
const MOST_GRAPHS: usize = 32;

/// Most nodes of one graph.
const MOST_NODES: usize = 12;

/// Heaps at the nodes of a folded path: whatever is there where a way begins, leads to something that is there where it ends.
#[derive(Clone, Debug)]
pub struct States {
    /// The heaps, by node. Those of the first are all there are.
    pub heaps: Vec<Heaps>,
    /// Fields that may have been told apart, had they been kept apart.
    pub differing: Kept,
}

/// Runs a program along a folded path.
pub struct Walk<'p> {
    program: &'p Program,
    folded: &'p Folded,
    /// For every node the variables that are read later.
    live: Vec<FixedBitSet>,
}

impl<'p> Walk<'p> {
    pub fn new(program: &'p Program, folded: &'p Folded) -> Self {
        Self { program, folded, live: live(program, folded) }
    }

    /// The heaps at all nodes: a union of graphs for those that differ in a variable or a field that is kept apart, else one graph.
    /// None if that takes too long.
    pub fn states(&self, kept: &Kept, budget: &mut Steps) -> Option<States> {
        let nodes = self.folded.nodes.len();
        let mut heaps = vec![Heaps::default(); nodes];
        heaps[0] = Heaps::unknown(self.program.vars.len());
        let mut differing = Kept::new();
        let mut leads_on = FixedBitSet::with_capacity(nodes);
        leads_on.extend(self.folded.ways.iter().map(|way| way.from));
        let mut changed = FixedBitSet::with_capacity(nodes);
        changed.set(0, leads_on.contains(0));
        while !changed.is_clear() {
            for ways in self.folded.ways.chunk_by(|one, next| one.from == next.from) {
                let from = ways[0].from;
                if !changed.contains(from) {
                    continue;
                }
                changed.set(from, false);
                // Of the node where the path begins nothing is said.
                for way in ways.iter().filter(|way| way.to != 0) {
                    for graph in self.behind(&heaps[from], way.edge, way.to, budget)? {
                        let added = heaps[way.to].add(graph, kept);
                        differing.extend(added.differing);
                        if added.is_new && leads_on.contains(way.to) {
                            changed.insert(way.to);
                        }
                    }
                    if heaps[way.to].len() > MOST_GRAPHS {
                        return None;
                    }
                }
            }
        }
        Some(States { heaps, differing })
    }

    /// Whether any heap gets past the end.
    pub fn is_excluded(&self, states: &States, budget: &mut Steps) -> Option<bool> {
        let end = &states.heaps[self.folded.end()];
        let past = end.graphs().map(|graph| self.program.run(graph.clone(), self.folded.last, budget));
        past.collect::<Option<Vec<_>>>().map(|all| all.iter().all(Vec::is_empty))
    }

    /// What heaps become along an edge to a node, without what nobody reads any more.
    pub fn behind(&self, heaps: &Heaps, edge: EdgeId, to: usize, budget: &mut Steps) -> Option<Vec<Graph>> {
        let mut all = Vec::new();
        for graph in heaps.graphs() {
            for mut graph in self.program.run(graph.clone(), edge, budget)? {
                self.forget_dead(&mut graph, to);
                if graph.nodes.len() > MOST_NODES {
                    return None;
                }
                all.push(graph);
            }
        }
        Some(all)
    }

    fn forget_dead(&self, graph: &mut Graph, to: usize) {
        let exposed = &self.program.scope.exposed;
        for (var, value) in graph.vars.iter_mut().enumerate() {
            if !self.live[to].contains(var) && !exposed.contains(&var) {
                *value = Value::any();
            }
        }
    }
}

/// For every node the variables that are read before they are written, backwards from the end.
fn live(program: &Program, folded: &Folded) -> Vec<FixedBitSet> {
    let none = FixedBitSet::with_capacity(program.vars.len());
    let mut live = vec![none.clone(); folded.nodes.len()];
    let mut is_changing = true;
    while is_changing {
        is_changing = false;
        let last = Program::read_before(program.commands(folded.last), none.clone());
        let mut before: Vec<(usize, FixedBitSet)> = vec![(folded.end(), last)];
        for way in folded.ways.iter().rev() {
            before.push((way.from, Program::read_before(program.commands(way.edge), live[way.to].clone())));
        }
        for (node, read) in before {
            is_changing |= !read.is_subset(&live[node]);
            live[node].union_with(&read);
        }
    }
    live
}
