//! One forward pass over a function. It computes in which interval each quantity lies at each location,
//! whatever path leads there, and so finds edges that no run takes. Unlike the refuters, which look at one
//! path, it keeps no proof for the reader. It only finds the places where a proof is worth looking for.

mod loops;
#[cfg(test)]
mod tests;

use std::cell::OnceCell;

use fixedbitset::FixedBitSet;

use csieve_base::budget::Steps;
use csieve_base::fixpoint::{Chains, Limits, Order, Plan, Stop, Transfer, solve};
use csieve_domains::interval::Interval;
use csieve_graph::{Cfg, EdgeId, Loc, VarId};

use crate::automaton::{Automaton, Environment};

pub use loops::{Loop, loops};

/// The head of a loop changes 6 times before its bounds are widened. Two iterations of narrowing follow.
const PLAN: Plan = Plan { delay: 6, narrowing: 2 };

/// The locations and edges that some run may reach, as far as intervals tell.
#[derive(Debug)]
pub struct Ranges {
    order: Vec<Loc>,
    loops: OnceCell<Vec<Loop>>,
    reached: FixedBitSet,
    taken: FixedBitSet,
}

impl Ranges {
    /// Computes the ranges by a forward pass from the entry. None if the pass takes more than `max_steps`
    /// steps, one for each known quantity on each edge.
    pub fn of(cfg: &Cfg, automaton: &Automaton, max_steps: u32) -> Option<Self> {
        Self::from(cfg, automaton, (cfg.entry, Environment::default()), max_steps)
    }

    /// Computes the ranges of runs that have just taken an edge. The pass starts after the edge, with the
    /// facts that hold there on all runs from the entry. None if it takes more than `max_steps` steps.
    pub fn behind(cfg: &Cfg, automaton: &Automaton, edge: EdgeId, max_steps: u32) -> Option<Self> {
        let pass = Pass::new(cfg, automaton, (cfg.entry, Environment::default()), &[edge]);
        match pass.after(edge, &pass.solved(max_steps)?) {
            Some(known) => Self::from(cfg, automaton, (cfg.edge(edge).to, known), max_steps),
            // No run takes the edge.
            None => Some(pass.result(&vec![None; cfg.location_count()])),
        }
    }

    /// Computes the ranges by a forward pass from a location, with the facts that are known there. None if
    /// the pass takes more than `max_steps` steps.
    pub fn from(cfg: &Cfg, automaton: &Automaton, start: (Loc, Environment), max_steps: u32) -> Option<Self> {
        let pass = Pass::new(cfg, automaton, start, &[]);
        Some(pass.result(&pass.solved(max_steps)?))
    }

    /// Returns the interval of all values that a variable has directly after one of some edges, for which the
    /// pass must start at the entry. None if the pass takes more than `max_steps` steps.
    pub fn values_after(
        (cfg, automaton): (&Cfg, &Automaton),
        var: VarId,
        edges: &[EdgeId],
        max_steps: u32,
    ) -> Option<Interval> {
        let pass = Pass::new(cfg, automaton, (cfg.entry, Environment::default()), edges);
        let known = pass.solved(max_steps)?;
        let values = edges.iter().filter_map(|edge| pass.after(*edge, &known));
        let values = values.map(|after| after.get(automaton, var.into()));
        Some(values.fold(Interval::EMPTY, Interval::hull))
    }

    /// Returns whether some run may reach a location.
    pub fn reaches(&self, loc: Loc) -> bool {
        self.reached.contains(loc.index())
    }

    /// Returns the loops of the function with a single entry, one for each head.
    pub fn loops(&self, cfg: &Cfg) -> &[Loop] {
        self.loops.get_or_init(|| loops::loops(cfg, &self.order))
    }

    /// Returns whether some run may take an edge.
    pub fn takes(&self, edge: EdgeId) -> bool {
        self.taken.contains(edge.index())
    }
}

/// The forward pass from one location.
struct Pass<'a> {
    cfg: &'a Cfg,
    automaton: &'a Automaton,
    /// The location where the pass starts.
    start: Loc,
    first: Environment,
    chains: Chains,
    /// The locations that are reached from the entry and have states, in the order in which the iteration visits them.
    order: Order,
}

impl<'a> Pass<'a> {
    /// Prepares a pass that starts at a location with these facts. Afterwards [`Pass::after`] knows the states after the
    /// edges `asked`.
    fn new(
        cfg: &'a Cfg,
        automaton: &'a Automaton,
        (start, first): (Loc, Environment),
        asked: &[EdgeId],
    ) -> Self {
        let mut kept = FixedBitSet::with_capacity(cfg.location_count());
        let before = asked.iter().map(|edge| cfg.edge(*edge).from);
        kept.extend(before.chain([cfg.entry, start]).map(Loc::index));
        let chains = Chains::of(&cfg.flow(), |node| kept.contains(node));
        let order = cfg.flow_order(chains.graph());
        Self { cfg, automaton, start, first, chains, order }
    }

    /// Returns the abstract states of the locations between chains, None for one that no run reaches. None if the pass
    /// takes too many steps.
    fn solved(&self, max_steps: u32) -> Option<Vec<Option<Environment>>> {
        let mut steps = Steps::new(max_steps);
        let (graph, first) = ((self.chains.graph(), &self.order), [self.start.index()]);
        solve(graph, PLAN, &mut &*self, first, &mut Limits::of(&mut steps)).ok()
    }

    /// Returns the abstract state after an edge that starts at a location between chains. None if no run takes the edge.
    fn after(&self, edge: EdgeId, known: &[Option<Environment>]) -> Option<Environment> {
        let known = known[self.cfg.edge(edge).from.index()].clone()?;
        known.after(self.automaton, &self.automaton.events[edge.index()])
    }

    /// Changes the abstract state before an edge to that after it. Returns `false` if no run takes the edge.
    fn takes(&self, edge: usize, known: &mut Environment) -> bool {
        known.take(self.automaton, &self.automaton.events[edge])
    }

    fn result(&self, known: &[Option<Environment>]) -> Ranges {
        let mut reached = FixedBitSet::with_capacity(known.len());
        reached.extend((0..known.len()).filter(|loc| known[*loc].is_some()));
        let mut taken = FixedBitSet::with_capacity(self.cfg.edges.len());
        for chain in 0..self.chains.len() {
            let Some(mut known) = known[self.chains.graph().from(chain)].clone() else { continue };
            for edge in self.chains.edges(chain) {
                if !self.takes(edge, &mut known) {
                    break;
                }
                taken.insert(edge);
                reached.insert(self.cfg.edges[edge].to.index());
            }
        }
        Ranges { order: self.cfg.reverse_postorder(), loops: OnceCell::new(), reached, taken }
    }
}

impl Transfer for &Pass<'_> {
    /// The abstract state of a location. None if no run reaches it.
    type State = Option<Environment>;
    type Change = Environment;

    fn start(&self, node: usize) -> Option<Environment> {
        (node == self.start.index()).then(|| self.first.clone())
    }

    fn along(
        &mut self,
        chain: usize,
        from: &Option<Environment>,
        limits: &mut Limits,
    ) -> Result<Option<Environment>, Stop> {
        let Some(mut known) = from.clone() else { return Ok(None) };
        for edge in self.chains.edges(chain) {
            limits.take(1 + known.len())?;
            if !self.takes(edge, &mut known) {
                return Ok(None);
            }
        }
        Ok(Some(known))
    }

    fn join(&mut self, _: usize, known: &mut Option<Environment>, comes: Environment) -> Result<bool, Stop> {
        Ok(self.grow(known, comes, false))
    }

    fn widen(&mut self, _: usize, known: &mut Option<Environment>, comes: Environment) -> Result<bool, Stop> {
        Ok(self.grow(known, comes, true))
    }
}

impl Pass<'_> {
    /// Joins a state that comes along a chain into that of a location, and returns whether the result is new.
    fn grow(&self, known: &mut Option<Environment>, comes: Environment, widen: bool) -> bool {
        let Some(known) = known else {
            *known = Some(comes);
            return true;
        };
        known.join(&comes, self.automaton, widen)
    }
}
