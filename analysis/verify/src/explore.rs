//! Follows all symbolic runs of a program, each state once.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use csieve_domains::bits::TermId;
use csieve_lowering::unit::START;
use csieve_machine::{Callee, Graphs};
use petgraph::{algo::is_cyclic_directed, graph::DiGraph};

use crate::{
    executor::Executor,
    lasso::Lassos,
    path::{Path, Solver},
    question::{Candidate, Limits, Property, Query},
    state::{Frame, State},
    stop::{End, Stop, Wrong},
};

/// The order in which open states are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The newest state first: takes little room, and ends where the number of states is finite.
    Deep,
    /// The oldest state first: finds short runs.
    Wide,
}

/// What all symbolic runs together show.
#[derive(Debug)]
pub(crate) struct Explored {
    /// The inputs of runs that may violate the property, in the order in which they were found.
    pub candidates: Vec<Candidate>,
    /// Why it is not shown that there are no other runs; `None` if there are none.
    pub open: Option<String>,
    /// Whether some state may come again in one run.
    pub repeats: bool,
    /// The steps that were taken.
    pub steps: u64,
}

/// The largest size of all open states together: there is room for about 2 GB.
const MOST_OPEN: u64 = 20_000_000;

/// The largest number of terms.
const MOST_TERMS: usize = 8_000_000;

/// The largest number of candidates that are kept.
const MOST_CANDIDATES: usize = 8;

/// A search through the states of a program.
struct Search<'g> {
    executor: Executor<'g>,
    order: Order,
    open: VecDeque<State<'g>>,
    /// The numbers of the states that were compared, by digest.
    known: FxHashMap<u128, u32>,
    /// The pairs of compared states of which the second comes after the first.
    after: Vec<(u32, u32)>,
    found: Explored,
    lassos: Lassos,
    left: u64,
    /// What the open states take, in numbers.
    taken: u64,
}

/// Follows all symbolic runs of a program, within limits.
pub(crate) fn explore(graphs: &dyn Graphs, query: &Query, order: Order, steps: u64) -> Explored {
    let limits = Limits { steps, ..query.limits };
    let solver = Solver::new(limits.solver_steps, limits.question_steps);
    let found = Explored { candidates: Vec::new(), open: None, repeats: false, steps: 0 };
    let mut search = Search {
        executor: Executor::new(graphs, query, solver),
        order,
        open: VecDeque::new(),
        known: FxHashMap::default(),
        after: Vec::new(),
        found,
        lassos: Lassos::new(limits),
        left: limits.steps,
        taken: 0,
    };
    let Callee::Graph(cfg) = graphs.graph(START) else {
        search.found.open = Some("the program has no `main` that is understood".to_owned());
        return search.found;
    };
    let mut state = State::new();
    state.path = Path::start();
    let code = search.executor.code(cfg);
    state.frames.push(std::rc::Rc::new(Frame::new(code, None)));
    search.keep(state);
    search.all(limits);
    search.found.steps = limits.steps - search.left;
    search.found.repeats = search.repeats();
    search.found
}

impl<'g> Search<'g> {
    fn all(&mut self, limits: Limits) {
        while let Some(state) = self.next() {
            self.follow(state);
            let enough = self.found.candidates.len() >= MOST_CANDIDATES;
            // A run that cannot be followed leaves the answer open, unless another run violates the property.
            if enough || self.left == 0 || self.executor.solver.is_exhausted() {
                break;
            }
            let is_full = self.open.len() > limits.states as usize || self.taken > MOST_OPEN;
            if is_full || self.executor.terms.len() > MOST_TERMS {
                self.leave("too many states are open");
                return;
            }
        }
        if !self.open.is_empty() {
            self.leave("the budget of steps was used up");
        }
    }

    fn next(&mut self) -> Option<State<'g>> {
        let state = match self.order {
            Order::Deep => self.open.pop_back(),
            Order::Wide => self.open.pop_front(),
        }?;
        self.taken -= state.room();
        Some(state)
    }

    /// Keeps a state for later.
    fn keep(&mut self, state: State<'g>) {
        self.taken += state.room();
        self.open.push_back(state);
    }

    /// Notes why there may be runs that were not followed.
    fn leave(&mut self, why: &str) {
        self.found.open.get_or_insert_with(|| why.to_owned());
    }

    /// Follows a run until it is split or ends.
    fn follow(&mut self, mut state: State<'g>) {
        loop {
            if self.left == 0 {
                self.leave("the budget of steps was used up");
                return;
            }
            self.left -= 1;
            state.since += 1;
            if state.chosen.is_none() && self.is_known(&mut state) {
                return;
            }
            match self.executor.step(&mut state) {
                Ok(()) => {}
                Err(Stop::Split(condition)) => return self.split(&state, condition),
                Err(Stop::Ways(ways)) => {
                    for edge in ways.into_iter().rev() {
                        let mut next = state.clone();
                        (next.chosen, next.split, next.depth) = (Some(edge), true, state.depth + 1);
                        self.keep(next);
                    }
                    return;
                }
                Err(Stop::End(end)) => return self.end(&state, end),
            }
        }
    }

    /// Follows a run on both sides of a condition.
    fn split(&mut self, state: &State<'g>, condition: TermId) {
        let opposite = self.executor.terms.not(condition);
        for side in [opposite, condition] {
            let Some(path) = self.executor.solver.with(&self.executor.terms, &state.path, side) else {
                continue;
            };
            let mut next = state.clone();
            (next.path, next.split, next.depth) = (path, true, state.depth + 1);
            self.keep(next);
        }
    }

    /// Returns whether another run has come to the same state. Where only one way leads to a location, states are not
    /// compared; and where no run was split, only now and then, for loops without end.
    fn is_known(&mut self, state: &mut State<'g>) -> bool {
        let frame = state.frame();
        let is_join = frame.code.joins.contains(frame.at.index());
        let is_due = state.split && state.since > state.size / 16 || state.since > 4 * state.size + 64;
        if !is_join || !is_due {
            return false;
        }
        if self.executor.property == Property::Termination {
            self.found.candidates.extend(self.lassos.closed(&mut self.executor, state));
        }
        let digest = self.executor.digest(state);
        self.left = self.left.saturating_sub(u64::from(digest.size / 16));
        let next = self.known.len() as u32 + 1;
        let number = *self.known.entry(digest.hash).or_insert(next);
        self.after.push((state.node, number));
        if number != next {
            return true;
        }
        if state.path.model.is_some() {
            state.path.conditions = std::rc::Rc::new(digest.conditions);
        }
        (state.node, state.since, state.split, state.size) = (number, 0, false, digest.size);
        false
    }

    fn end(&mut self, state: &State<'g>, end: End) {
        let violates = match (&end, self.executor.property) {
            (End::Over, _) => return,
            (End::Error, Property::UnreachCall) => true,
            // What the program does after that is of no interest to the other properties.
            (End::Error, _) => return,
            (End::Wrong(Wrong::Overflow), Property::NoOverflow) => true,
            (End::Wrong(Wrong::Dereference | Wrong::Free | Wrong::Lost), Property::ValidMemsafety) => true,
            _ => false,
        };
        if violates {
            self.leave("a run may violate the property");
            let candidate = self.candidate(state);
            self.found.candidates.extend(candidate);
            return;
        }
        match end {
            End::Wrong(_) => self.leave("the behaviour of a run may be undefined"),
            End::Unfollowed(why) => self.leave(&why),
            End::Over | End::Error => {}
        }
    }

    /// Returns the inputs of a run.
    fn candidate(&mut self, state: &State<'g>) -> Option<Candidate> {
        let model = self.executor.solver.model(&self.executor.terms, &state.path)?;
        Some(Candidate { given: state.given(&self.executor.terms, &model), again: 0 })
    }

    /// Returns whether a run may come to a state twice.
    fn repeats(&self) -> bool {
        let mut graph = DiGraph::<(), ()>::new();
        let nodes: Vec<_> = (0..=self.known.len()).map(|_| graph.add_node(())).collect();
        for (from, to) in &self.after {
            graph.add_edge(nodes[*from as usize], nodes[*to as usize], ());
        }
        is_cyclic_directed(&graph)
    }
}
