//! Computes which heaps are possible at the nodes of a folded path.

use fixedbitset::FixedBitSet;

use csieve_base::{
    budget::Steps,
    fixpoint::{Limits, NEVER, Order, Plan, Stop, Transfer, solve},
};
use csieve_domains::heap::{Graph, Heaps, Kept, Value};
use csieve_graph::EdgeId;

use crate::fold::{PathProgram, Way};

use super::program::Program;

/// The largest number of heap graphs at one node of the folded path.
const MOST_GRAPHS: usize = 48;

/// The largest number of nodes of one heap graph.
const MOST_NODES: usize = 12;

/// Heaps at the nodes of a folded path. They are a post-fixpoint: each transition leads from heaps of its
/// source to heaps of its target.
#[derive(Clone, Debug)]
pub(super) struct States {
    /// The heaps, by node. Node 0, where the path begins, has all possible heaps.
    pub heaps: Vec<Heaps>,
    /// The features in which merged heap nodes differed. If the heaps do not exclude the end of the path, one
    /// of these features is kept next.
    pub differing: Kept,
}

/// Interprets the commands of a [`Program`] on heap graphs along a folded path.
pub(super) struct Walk<'p> {
    program: &'p Program,
    folded: &'p PathProgram,
    /// For every node the live variables: those that are read later.
    live: Vec<FixedBitSet>,
}

impl<'p> Walk<'p> {
    pub(super) fn new(program: &'p Program, folded: &'p PathProgram) -> Self {
        Self { program, folded, live: live(program, folded) }
    }

    /// Computes the heaps at all nodes. Graphs that differ in a variable or in a kept field stay apart;
    /// others are merged into one. `None` if there are too many graphs or the budget runs out.
    pub(super) fn states(&self, kept: &Kept, budget: &mut Steps) -> Option<States> {
        let flow = self.folded.flow();
        // The signature of a graph is what its variables and kept fields hold. There are finitely many
        // signatures, and graphs of one signature are merged, so no widening is needed.
        let order = Order::of_sequence(&flow, self.folded.order.iter().copied());
        let plan = Plan { delay: NEVER, narrowing: 0 };
        let mut pass = Pass { walk: self, kept, differing: Kept::new() };
        let heaps = solve((&flow, &order), plan, &mut pass, [0], &mut Limits::of(budget)).ok()?;
        Some(States { heaps, differing: pass.differing })
    }

    /// Returns whether no heap gets past the last edge. `None` if that takes too many graphs or steps.
    pub(super) fn is_excluded(&self, states: &States, budget: &mut Steps) -> Option<bool> {
        let end = &states.heaps[self.folded.end()];
        let past = end.graphs().map(|graph| self.program.run(graph.clone(), self.folded.last, budget));
        past.collect::<Option<Vec<_>>>().map(|all| all.iter().all(Vec::is_empty))
    }

    /// Returns the heap graphs after an edge that leads to the node `to` of the folded path. Variables that
    /// are not read later are forgotten. `None` if a graph gets too large or the budget runs out.
    pub(super) fn behind(
        &self,
        heaps: &Heaps,
        edge: EdgeId,
        to: usize,
        budget: &mut Steps,
    ) -> Option<Vec<Graph>> {
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

/// The forward analysis of heaps along a folded path. Nodes that differ in a kept field are not merged.
struct Pass<'w, 'p> {
    walk: &'w Walk<'p>,
    kept: &'w Kept,
    differing: Kept,
}

impl Transfer for Pass<'_, '_> {
    type State = Heaps;
    type Change = Vec<Graph>;

    fn start(&self, node: usize) -> Heaps {
        if node == 0 { Heaps::unknown(self.walk.program.vars.len()) } else { Heaps::default() }
    }

    fn along(&mut self, way: usize, from: &Heaps, limits: &mut Limits) -> Result<Option<Vec<Graph>>, Stop> {
        let Way { edge, to, .. } = self.walk.folded.ways[way];
        // Node 0, where the path begins, has all possible heaps anyway.
        if to == 0 {
            return Ok(None);
        }
        self.walk.behind(from, edge, to, limits.steps).map(Some).ok_or(Stop::Exhausted)
    }

    fn join(&mut self, _: usize, known: &mut Heaps, comes: Vec<Graph>) -> Result<bool, Stop> {
        let mut is_new = false;
        for graph in comes {
            let added = known.add(graph, self.kept);
            self.differing.extend(added.differing);
            is_new |= added.is_new;
        }
        if known.len() > MOST_GRAPHS { Err(Stop::TooLarge) } else { Ok(is_new) }
    }
}

/// Computes for every node the live variables, backwards from the end: those that are read before they are
/// written.
fn live(program: &Program, folded: &PathProgram) -> Vec<FixedBitSet> {
    let back = folded.flow().reversed();
    let order = Order::weak(&back, 0..back.node_count());
    let plan = Plan { delay: NEVER, narrowing: 0 };
    // The set of live variables of a node only grows, so the iteration ends without a budget.
    let (mut steps, mut live) = (Steps::new(u32::MAX), Live { program, folded });
    solve((&back, &order), plan, &mut live, order.nodes(), &mut Limits::of(&mut steps)).unwrap_or_else(|_| {
        let mut all = FixedBitSet::with_capacity(program.vars.len());
        all.insert_range(..);
        vec![all; back.node_count()]
    })
}

/// The backward analysis of live variables.
struct Live<'p> {
    program: &'p Program,
    folded: &'p PathProgram,
}

impl Transfer for Live<'_> {
    type State = FixedBitSet;
    type Change = FixedBitSet;

    fn start(&self, node: usize) -> FixedBitSet {
        let none = FixedBitSet::with_capacity(self.program.vars.len());
        let is_end = node == self.folded.end();
        if is_end { Program::read_before(self.program.commands(self.folded.last), none) } else { none }
    }

    fn along(
        &mut self,
        way: usize,
        behind: &FixedBitSet,
        _: &mut Limits,
    ) -> Result<Option<FixedBitSet>, Stop> {
        let commands = self.program.commands(self.folded.ways[way].edge);
        Ok(Some(Program::read_before(commands, behind.clone())))
    }

    fn join(&mut self, _: usize, known: &mut FixedBitSet, comes: FixedBitSet) -> Result<bool, Stop> {
        let is_new = !comes.is_subset(known);
        known.union_with(&comes);
        Ok(is_new)
    }
}
