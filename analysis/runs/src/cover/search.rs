//! The search for runs that pass goals which no earlier run passed.

use std::{cmp::Reverse, collections::BinaryHeap};

use fixedbitset::FixedBitSet;

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::{Options, SearchLimits},
};
use csieve_graph::{Action, Cfg, EdgeId};
use csieve_machine::{
    Chosen, Graphs,
    concolic::{Assignment, Explorer, Guard, Trace, simplest},
};

use super::{
    Goal,
    kept::{CoverResult, KeptRuns, own_edges},
};

/// The largest number of runs, as a multiple of the limit for the search for one finding's inputs.
const RUNS: u32 = 15;

/// The largest cost of the search. Ten steps of a run cost 1. Negating a decision costs as much as the number
/// of decisions before it, which the new inputs have to keep; runs of endless loops have thousands of
/// decisions.
const WORK: u32 = 60_000;

/// Values that all number inputs get at once when no decision is left to negate. With sizes of 0, for
/// example, no negated decision may lead to the other edges.
const FIRST: [u128; 3] = [1, 3, 10];

/// A decision of a run whose other side may be tried. The greatest negation comes first: one that may lead to
/// a new edge, then the one of the earliest decision, so that lists and trees stay small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Negation {
    is_new: bool,
    decision: Reverse<usize>,
    run: Reverse<usize>,
}

/// A search in progress. No two of its runs decide in the same way.
struct CoverSearch<'a> {
    cfg: &'a Cfg,
    explorer: Explorer<'a>,
    limits: SearchLimits,
    /// The edges that some run took.
    taken: FixedBitSet,
    tried: Vec<(Trace, Assignment)>,
    turns: BinaryHeap<Negation>,
    first: std::array::IntoIter<u128, 3>,
    /// The part of [`WORK`] that is left.
    work: u32,
}

/// Returns runs that pass as many goals as the search can find runs for, and the goals that they pass.
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
pub(super) fn found(
    graphs: &dyn Graphs,
    cfg: &Cfg,
    goals: &[Goal],
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<CoverResult, Cancelled> {
    let limits = options.search;
    let mut search = CoverSearch {
        cfg,
        explorer: Explorer::new(graphs, &cfg.function, options.wrapv),
        limits,
        taken: FixedBitSet::with_capacity(cfg.edges.len()),
        tried: Vec::new(),
        turns: BinaryHeap::new(),
        first: FIRST.into_iter(),
        work: WORK,
    };
    let mut kept = KeptRuns::new(cfg, goals);
    let mut left = limits.runs * RUNS;
    let mut next = Some((Assignment::new(), 0));
    while let Some((assignment, first)) = next
        && !kept.is_done()
    {
        cancel.go_on()?;
        if left == 0 {
            kept.note_limit(search.tried.len());
            break;
        }
        search.run(assignment, first, &mut kept);
        // Once all goals are passed, further runs can only replace runs that were not followed to their ends.
        left = if kept.is_all_passed() { left.min(limits.runs) } else { left } - 1;
        next = search.turned().or_else(|| Some((search.with_others()?, 0)));
        if search.work == 0 {
            kept.note_limit(search.tried.len());
            break;
        }
    }
    Ok(kept.found(graphs))
}

impl CoverSearch<'_> {
    /// Runs the function once, and keeps the run if it passes a new goal. Decisions of this run before the
    /// index `first` are not negated later.
    fn run(&mut self, assignment: Assignment, first: usize, kept: &mut KeptRuns) {
        let steps = self.limits.run_steps;
        let trace = self.explorer.run(&assignment, steps);
        self.work = self.work.saturating_sub(trace.run.steps / 10);
        kept.note_stop(&trace);
        let new = kept.new_in(&trace);
        if !new.is_empty() {
            let is_as_good = |other: &Trace| kept.is_as_good(other, &trace, &new);
            let (simple, _) =
                simplest(&mut self.explorer, &is_as_good, trace.clone(), assignment.clone(), steps);
            kept.add(simple);
        }
        self.taken.extend(own_edges(&trace).map(EdgeId::index));
        let run = self.tried.len();
        let turns = (first..trace.decisions.len()).filter(|at| trace.decisions[*at].can_turn());
        self.turns.extend(turns.map(|decision| Negation {
            is_new: true,
            decision: Reverse(decision),
            run: Reverse(run),
        }));
        self.tried.push((trace, assignment));
    }

    /// Returns inputs that negate a decision of an earlier run, and the index of the first decision of the
    /// new run that may be negated later.
    fn turned(&mut self) -> Option<(Assignment, usize)> {
        while self.work > 0
            && let Some(turn) = self.turns.pop()
        {
            let Reverse(decision) = turn.decision;
            let (trace, assignment) = &self.tried[turn.run.0];
            if turn.is_new && !opens(self.cfg, &self.taken, trace.decisions[decision].guard) {
                self.turns.push(Negation { is_new: false, ..turn });
                continue;
            }
            self.work = self.work.saturating_sub(decision as u32 + 1);
            let found = self.explorer.otherwise(trace, assignment, decision, self.limits.solver_steps);
            if let Some(assignment) = found {
                return Some((assignment, decision + 1));
            }
        }
        None
    }

    /// Returns the number inputs of the first run, all set to the next value of [`FIRST`].
    fn with_others(&mut self) -> Option<Assignment> {
        let number = self.first.next()?;
        let (trace, _) = self.tried.first()?;
        let asked = trace.asked.iter().filter(|asked| matches!(asked.chosen, Chosen::Number(_)));
        let asked = asked.filter(|asked| !asked.source.is_outcome());
        Some(asked.map(|asked| (asked.source.clone(), number)).collect())
    }
}

/// Returns whether some edge on another side of a decision, at the edge in `guard`, has not been taken yet.
fn opens(cfg: &Cfg, taken: &FixedBitSet, guard: Guard) -> bool {
    let Guard::Edge { edge, depth: 0 } = guard else { return false };
    let is_misuse = |edge: EdgeId| matches!(cfg.edge(edge).action, Action::Misuse { .. });
    cfg.siblings(edge).iter().any(|other| !taken.contains(other.index()) && !is_misuse(*other))
}
