//! Which heaps there may be at the nodes of a folded path.

use fixedbitset::FixedBitSet;

use csieve_base::{
    budget::Steps,
    fixpoint::{Limits, NEVER, Order, Plan, Stop, Transfer, solve},
};
use csieve_domains::heap::{Graph, Heaps, Kept, Value};
use csieve_graph::EdgeId;

use crate::fold::{Folded, Way};

use super::program::Program;

/// Most graphs at one node.
const MOST_GRAPHS: usize = 32;

/// Most nodes of one graph.
const MOST_NODES: usize = 12;

/// Heaps at the nodes of a folded path: whatever is there where a way begins, leads to something that is
/// there where it ends.
#[derive(Clone, Debug)]
pub(super) struct States {
    /// The heaps, by node. Those of the first are all there are.
    pub heaps: Vec<Heaps>,
    /// Fields that may have been told apart, had they been kept apart.
    pub differing: Kept,
}

/// Runs a program along a folded path.
pub(super) struct Walk<'p> {
    program: &'p Program,
    folded: &'p Folded,
    /// For every node the variables that are read later.
    live: Vec<FixedBitSet>,
}

impl<'p> Walk<'p> {
    pub(super) fn new(program: &'p Program, folded: &'p Folded) -> Self {
        Self { program, folded, live: live(program, folded) }
    }

    /// The heaps at all nodes: a union of graphs for those that differ in a variable or a field that is kept
    /// apart, else one graph. None if that takes too long.
    pub(super) fn states(&self, kept: &Kept, budget: &mut Steps) -> Option<States> {
        let flow = self.folded.flow();
        // Heaps of one signature become one, whatever is new there, so there is nothing to widen.
        let order = Order::of_sequence(&flow, self.folded.order.iter().copied());
        let plan = Plan { delay: NEVER, narrowing: 0 };
        let mut pass = Pass { walk: self, kept, differing: Kept::new() };
        let heaps = solve((&flow, &order), plan, &mut pass, [0], &mut Limits::of(budget)).ok()?;
        Some(States { heaps, differing: pass.differing })
    }

    /// Whether any heap gets past the end.
    pub(super) fn is_excluded(&self, states: &States, budget: &mut Steps) -> Option<bool> {
        let end = &states.heaps[self.folded.end()];
        let past = end.graphs().map(|graph| self.program.run(graph.clone(), self.folded.last, budget));
        past.collect::<Option<Vec<_>>>().map(|all| all.iter().all(Vec::is_empty))
    }

    /// What heaps become along an edge to a node, without what nobody reads any more.
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

/// The pass along a folded path that keeps some fields apart.
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
        // Of the node where the path begins nothing is said.
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

/// For every node the variables that are read before they are written, backwards from the end.
fn live(program: &Program, folded: &Folded) -> Vec<FixedBitSet> {
    let back = folded.flow().reversed();
    let order = Order::weak(&back, 0..back.node_count());
    let plan = Plan { delay: NEVER, narrowing: 0 };
    // Variables of a node only become more, so this ends.
    let (mut steps, mut live) = (Steps::new(u32::MAX), Live { program, folded });
    solve((&back, &order), plan, &mut live, order.nodes(), &mut Limits::of(&mut steps)).unwrap_or_else(|_| {
        let mut all = FixedBitSet::with_capacity(program.vars.len());
        all.insert_range(..);
        vec![all; back.node_count()]
    })
}

/// The pass backwards that finds which variables are read later.
struct Live<'p> {
    program: &'p Program,
    folded: &'p Folded,
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
