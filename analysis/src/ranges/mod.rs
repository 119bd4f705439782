//! One forward pass over a function: in which interval each quantity lies at each location, whatever path led
//! there. It tells which edges no run takes. Other than the refuters, which look at one path, it keeps no
//! proof that people could read; it finds the places where looking for one is worth while.

mod loops;

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use crate::{
    automaton::{Automaton, Environment},
    cfg::{Cfg, EdgeId, Loc},
};

pub use loops::{Loop, loops};

/// Changes of a location before its bounds are widened.
const PATIENCE: u32 = 6;

/// Passes that narrow what was widened.
const NARROWING: usize = 2;

/// Which locations and edges some run may reach.
#[derive(Debug)]
pub struct Ranges {
    order: Vec<Loc>,
    reached: FixedBitSet,
    taken: FixedBitSet,
}

impl Ranges {
    /// Runs the pass; none if it takes more than so many steps, each the work for one quantity on one edge.
    pub fn of(cfg: &Cfg, automaton: &Automaton, max_steps: u64) -> Option<Self> {
        Self::from(cfg, automaton, (cfg.entry, Environment::default()), max_steps)
    }

    /// Runs the pass for what comes behind an edge, with what holds there on all runs; none if that takes too many steps.
    pub fn behind(cfg: &Cfg, automaton: &Automaton, edge: EdgeId, max_steps: u64) -> Option<Self> {
        let entry = (cfg.entry, Environment::default());
        let mut pass = Pass::new(cfg, automaton, entry.clone(), max_steps);
        pass.solve().ok()?;
        match pass.after(edge).ok()? {
            Some(known) => Self::from(cfg, automaton, (cfg.edge(edge).to, known), max_steps),
            // No run gets there.
            None => Some(Pass::new(cfg, automaton, entry, max_steps).result()),
        }
    }

    /// Runs the pass from one location on, for the runs that get there with what is known.
    pub fn from(cfg: &Cfg, automaton: &Automaton, start: (Loc, Environment), max_steps: u64) -> Option<Self> {
        let mut pass = Pass::new(cfg, automaton, start, max_steps);
        pass.solve().ok()?;
        Some(pass.result())
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

/// The steps ran out.
struct Exhausted;

struct Pass<'a> {
    cfg: &'a Cfg,
    automaton: &'a Automaton,
    /// Where the pass starts, and what is known there.
    start: Loc,
    first: Environment,
    /// The locations in reverse postorder.
    order: Vec<Loc>,
    /// The place of each location in it.
    rank: Vec<u32>,
    incoming: Vec<Vec<EdgeId>>,
    known: Vec<Option<Environment>>,
    /// How often a loop's head has changed.
    changes: Vec<u32>,
    steps: u64,
}

impl<'a> Pass<'a> {
    fn new(cfg: &'a Cfg, automaton: &'a Automaton, (start, first): (Loc, Environment), steps: u64) -> Self {
        let order = cfg.reverse_postorder();
        let rank = cfg.ranks(&order);
        let mut incoming = vec![Vec::new(); cfg.location_count()];
        for id in cfg.edge_ids() {
            let edge = cfg.edge(id);
            if rank[edge.from.index()] != u32::MAX {
                incoming[edge.to.index()].push(id);
            }
        }
        let known = vec![None; cfg.location_count()];
        let changes = vec![0; cfg.location_count()];
        Self { cfg, automaton, start, first, order, rank, incoming, known, changes, steps }
    }

    fn solve(&mut self) -> Result<(), Exhausted> {
        self.ascend()?;
        for _ in 0..NARROWING {
            self.descend()?;
        }
        Ok(())
    }

    /// To a solution, from below.
    fn ascend(&mut self) -> Result<(), Exhausted> {
        self.known[self.start.index()] = Some(self.first.clone());
        let mut pending = BTreeSet::from([self.rank[self.start.index()]]);
        while let Some(rank) = pending.pop_first() {
            let loc = self.order[rank as usize];
            for edge in &self.cfg.successors[loc.index()] {
                let Some(after) = self.after(*edge)? else { continue };
                let to = self.cfg.edge(*edge).to;
                if self.grow(to, after, self.rank[to.index()] <= rank) {
                    pending.insert(self.rank[to.index()]);
                }
            }
        }
        Ok(())
    }

    /// Takes in what holds after an edge; says whether that is new at the location.
    fn grow(&mut self, to: Loc, after: Environment, is_back: bool) -> bool {
        let Some(before) = &self.known[to.index()] else {
            self.known[to.index()] = Some(after);
            return true;
        };
        let mut joined = before.join(&after, self.automaton);
        if joined == *before {
            return false;
        }
        if is_back {
            self.changes[to.index()] += 1;
        }
        if self.changes[to.index()] > PATIENCE {
            joined = before.widened(&joined, self.automaton);
        }
        self.known[to.index()] = Some(joined);
        true
    }

    /// Once more over everything: a solution put into the equations is one, and perhaps a smaller one.
    fn descend(&mut self) -> Result<(), Exhausted> {
        for at in 0..self.order.len() {
            let loc = self.order[at];
            let mut known = (loc == self.start).then(|| self.first.clone());
            for index in 0..self.incoming[loc.index()].len() {
                let Some(after) = self.after(self.incoming[loc.index()][index])? else { continue };
                known = Some(match known {
                    Some(known) => known.join(&after, self.automaton),
                    None => after,
                });
            }
            self.known[loc.index()] = known;
        }
        Ok(())
    }

    /// What is known after an edge; none if no run takes it.
    fn after(&mut self, edge: EdgeId) -> Result<Option<Environment>, Exhausted> {
        let Some(known) = &self.known[self.cfg.edge(edge).from.index()] else { return Ok(None) };
        self.steps = self.steps.checked_sub(1 + known.len() as u64).ok_or(Exhausted)?;
        Ok(known.after(self.automaton, &self.automaton.events[edge.index()]))
    }

    fn result(mut self) -> Ranges {
        let mut reached = FixedBitSet::with_capacity(self.cfg.location_count());
        let mut taken = FixedBitSet::with_capacity(self.cfg.edges.len());
        for id in self.cfg.edge_ids() {
            self.steps = u64::MAX;
            if matches!(self.after(id), Ok(Some(_))) {
                taken.insert(id.index());
            }
        }
        for (index, known) in self.known.iter().enumerate() {
            reached.set(index, known.is_some());
        }
        Ranges { order: self.order, reached, taken }
    }
}
