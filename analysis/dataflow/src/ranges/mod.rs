//! One forward pass over a function: in which interval each quantity lies at each location, whatever path led
//! there. It tells which edges no run takes. Other than the refuters, which look at one path, it keeps no
//! proof that people could read; it finds the places where looking for one is worth while.

mod loops;

use fixedbitset::FixedBitSet;

use csieve_base::budget::Steps;
use csieve_base::fixpoint::{Graph, Limits, Order, Plan, Stop, Transfer, solve};
use csieve_graph::{Cfg, EdgeId, Loc};

use crate::automaton::{Automaton, Environment};

pub use loops::{Loop, loops};

/// Heads change some times before their bounds are widened, and two rounds narrow what was widened.
const PLAN: Plan = Plan { delay: 6, narrowing: 2 };

/// Which locations and edges some run may reach.
#[derive(Debug)]
pub struct Ranges {
    order: Vec<Loc>,
    reached: FixedBitSet,
    taken: FixedBitSet,
}

impl Ranges {
    /// Runs the pass; none if it takes more than so many steps, each the work for one quantity on one edge.
    pub fn of(cfg: &Cfg, automaton: &Automaton, max_steps: u32) -> Option<Self> {
        Self::from(cfg, automaton, (cfg.entry, Environment::default()), max_steps)
    }

    /// Runs the pass for what comes behind an edge, with what holds there on all runs; none if that takes too
    /// many steps.
    pub fn behind(cfg: &Cfg, automaton: &Automaton, edge: EdgeId, max_steps: u32) -> Option<Self> {
        let pass = Pass::new(cfg, automaton, (cfg.entry, Environment::default()));
        match pass.after(edge, &pass.solved(max_steps)?) {
            Some(known) => Self::from(cfg, automaton, (cfg.edge(edge).to, known), max_steps),
            // No run gets there.
            None => Some(pass.result(&vec![None; cfg.location_count()])),
        }
    }

    /// Runs the pass from one location on, for the runs that get there with what is known.
    pub fn from(cfg: &Cfg, automaton: &Automaton, start: (Loc, Environment), max_steps: u32) -> Option<Self> {
        let pass = Pass::new(cfg, automaton, start);
        Some(pass.result(&pass.solved(max_steps)?))
    }

    /// Whether some run may reach a location.
    pub fn reaches(&self, loc: Loc) -> bool {
        self.reached.contains(loc.index())
    }

    /// The loops of the function, by their heads.
    pub fn loops(&self, cfg: &Cfg) -> Vec<Loop> {
        loops::loops(cfg, &self.order)
    }

    /// Whether some run may take an edge.
    pub fn takes(&self, edge: EdgeId) -> bool {
        self.taken.contains(edge.index())
    }
}

/// The pass from one location on.
struct Pass<'a> {
    cfg: &'a Cfg,
    automaton: &'a Automaton,
    /// Where the pass starts, and what is known there.
    start: Loc,
    first: Environment,
    flow: Graph,
    /// The locations that the entry leads to.
    order: Order,
}

impl<'a> Pass<'a> {
    fn new(cfg: &'a Cfg, automaton: &'a Automaton, (start, first): (Loc, Environment)) -> Self {
        let flow = cfg.flow();
        let order = cfg.flow_order(&flow);
        Self { cfg, automaton, start, first, flow, order }
    }

    /// What is known at every location; none if that takes too many steps.
    fn solved(&self, max_steps: u32) -> Option<Vec<Option<Environment>>> {
        let mut steps = Steps::new(max_steps);
        let (graph, first) = ((&self.flow, &self.order), [self.start.index()]);
        solve(graph, PLAN, &mut &*self, first, &mut Limits::of(&mut steps)).ok()
    }

    /// What is known after an edge; none if no run takes it.
    fn after(&self, edge: EdgeId, known: &[Option<Environment>]) -> Option<Environment> {
        let before = known[self.cfg.edge(edge).from.index()].as_ref()?;
        before.after(self.automaton, &self.automaton.events[edge.index()])
    }

    fn result(&self, known: &[Option<Environment>]) -> Ranges {
        let reached = (0..known.len()).filter(|loc| known[*loc].is_some()).collect();
        let taken = self.cfg.edge_ids().filter(|edge| self.after(*edge, known).is_some());
        let taken = taken.map(EdgeId::index).collect();
        Ranges { order: self.cfg.reverse_postorder(), reached, taken }
    }
}

impl Transfer for &Pass<'_> {
    /// None where no run is.
    type State = Option<Environment>;
    type Change = Environment;

    fn start(&self, node: usize) -> Option<Environment> {
        (node == self.start.index()).then(|| self.first.clone())
    }

    fn along(
        &mut self,
        edge: usize,
        from: &Option<Environment>,
        limits: &mut Limits,
    ) -> Result<Option<Environment>, Stop> {
        let Some(known) = from else { return Ok(None) };
        limits.take(1 + known.len())?;
        Ok(known.after(self.automaton, &self.automaton.events[edge]))
    }

    fn join(&mut self, _: usize, known: &mut Option<Environment>, comes: Environment) -> Result<bool, Stop> {
        Ok(self.grow(known, comes, |_, joined| joined))
    }

    fn widen(&mut self, _: usize, known: &mut Option<Environment>, comes: Environment) -> Result<bool, Stop> {
        Ok(self.grow(known, comes, |before, joined| before.widened(&joined, self.automaton)))
    }
}

impl Pass<'_> {
    /// Takes in what comes along an edge; says whether that is new.
    fn grow(
        &self,
        known: &mut Option<Environment>,
        comes: Environment,
        made: impl FnOnce(&Environment, Environment) -> Environment,
    ) -> bool {
        let Some(before) = known else {
            *known = Some(comes);
            return true;
        };
        let joined = before.join(&comes, self.automaton);
        let is_new = joined != *before;
        if is_new {
            *known = Some(made(before, joined));
        }
        is_new
    }
}
