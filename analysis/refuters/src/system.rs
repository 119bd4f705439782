//! The interval equation system of a path ([PR], section 4.2, equation 5), restricted to some updates.

use rustc_hash::FxHashMap;

use csieve_base::budget::Steps;
use csieve_dataflow::automaton::{Automaton, Event, QuantityId, UpdateId};
use csieve_domains::{
    equations::{Silent, System, Trace, least_solution, traced},
    interval::Interval,
};

use super::cone::Cone;

/// The index of the equation from which an occurrence of an update gets a quantity that it reads. `None` if
/// the quantity may have any value.
type Source = Option<u32>;

/// One equation: the join over all occurrences of an update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    /// The update of which this is the equation.
    pub update: UpdateId,
    /// The position in the word of the first occurrence of the update.
    pub position: usize,
    /// The distinct occurrences of the update. Each has a source for every quantity that the update reads, in
    /// the order of [`Update::reads`](csieve_dataflow::automaton::Update::reads).
    pub occurrences: Vec<Vec<Source>>,
}

/// The equations of a path. There is one for each update, so that another round of a loop adds none ([PR],
/// section 4.2, lemma 2). If the join over all occurrences is too imprecise, each occurrence gets its own.
#[derive(Clone, Debug)]
pub struct ConflictSystem<'a> {
    automaton: &'a Automaton,
    /// The equations, by first occurrence.
    pub equations: Vec<Equation>,
    last: u32,
}

impl<'a> ConflictSystem<'a> {
    /// Makes the system of a cone from the updates in `kept`, which is ascending. A quantity that any other
    /// update assigns may have any value afterwards; any other condition is ignored. With `split`, each
    /// occurrence of an update gets its own equation.
    pub fn new(automaton: &'a Automaton, cone: &Cone, kept: &[UpdateId], split: bool) -> Self {
        let mut system = Self { automaton, equations: Vec::new(), last: 0 };
        let mut by_update: FxHashMap<UpdateId, u32> = FxHashMap::default();
        let mut current: FxHashMap<QuantityId, u32> = FxHashMap::default();
        for (position, event) in &cone.events {
            match event {
                Event::Kill(killed) => {
                    let known = current.keys().copied();
                    for quantity in killed.among(known, |quantity| current.contains_key(&quantity)) {
                        current.remove(&quantity);
                    }
                }
                Event::Update(id) => {
                    let update = automaton.update(*id);
                    if kept.binary_search(id).is_ok() {
                        let sources: Vec<Source> =
                            update.reads.iter().map(|read| current.get(read).copied()).collect();
                        let fresh = system.equations.len() as u32;
                        let index = if split { fresh } else { *by_update.entry(*id).or_insert(fresh) };
                        system.add(index, *id, *position, sources);
                        current.insert(update.target, index);
                    } else if !update.restricts {
                        current.remove(&update.target);
                    }
                }
            }
        }
        system
    }

    fn add(&mut self, index: u32, update: UpdateId, position: usize, sources: Vec<Source>) {
        self.last = index;
        match self.equations.get_mut(index as usize) {
            Some(equation) if !equation.occurrences.contains(&sources) => equation.occurrences.push(sources),
            Some(_) => {}
            None => self.equations.push(Equation { update, position, occurrences: vec![sources] }),
        }
    }

    /// Returns the least solution if its value for the last update is empty. `None` if that value is not
    /// empty, or if the budget runs out.
    pub fn conflict(&self, budget: &mut Steps) -> Option<Vec<Interval>> {
        let solution = least_solution(self, budget)?;
        solution.values[self.last as usize].is_empty().then_some(solution.values)
    }
}

impl System for ConflictSystem<'_> {
    fn len(&self) -> usize {
        self.equations.len()
    }

    fn evaluate(&self, index: usize, values: &[Interval], trace: &mut dyn Trace) -> Interval {
        let equation = &self.equations[index];
        let update = self.automaton.update(equation.update);
        let mut union = Interval::EMPTY;
        for sources in &equation.occurrences {
            let read = |quantity: QuantityId| {
                let at = update.reads.iter().position(|read| *read == quantity);
                match at.and_then(|at| sources[at]) {
                    Some(source) => values[source as usize],
                    None => self.automaton.range(quantity),
                }
            };
            let value = update.program.evaluate(&read, trace);
            union = traced::hull(union, value, trace);
        }
        union
    }
}

/// Returns the interval that an update computes if every quantity may have any value of its range.
pub(crate) fn unknown_value(automaton: &Automaton, id: UpdateId) -> Interval {
    automaton.update(id).program.evaluate(&|quantity| automaton.range(quantity), &mut Silent)
}
