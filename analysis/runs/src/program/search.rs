//! The search for misuses in the runs of a program, the simplest runs first (generational search: Godefroid, Levin and
//! Molnar, "Automated Whitebox Fuzz Testing").

use std::{cmp::Reverse, collections::BinaryHeap};

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::{Options, ProgramLimits},
    rule::Rule,
    text::Span,
    watch::{Answer, Question, Watch},
};
use csieve_graph::EdgeId;
use csieve_machine::{
    End, Misuse,
    concolic::{Assignment, Explorer, Freedom, Guard, Trace, simplest},
};

use crate::confirm::replayed;

use super::{File, World, place, policy::counts};
use csieve_lowering::unit::START;

/// How many decisions a failure is worth: programs ask after every allocation, and hardly any misuse needs more than one failure.
const FAILURE: usize = 6;

/// So many runs are tried in any case.
const FIRST_RUNS: usize = 8;

/// So many runs may pass without an edge that no run before took.
const PATIENCE: usize = 100;

/// Later decisions of a run are not turned round.
const MOST_DECISIONS: usize = 60;

/// A misuse with a run that comes to it.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The run, on inputs as plain as possible.
    pub trace: Trace,
    /// The misuse, which is one of the run's.
    pub misuse: Misuse,
}

/// A decision that may be turned round: those that need little first, then the oldest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    cost: Reverse<usize>,
    run: Reverse<usize>,
    decision: Reverse<usize>,
}

/// The runs of a program.
struct Search<'a> {
    file: File<'a>,
    world: &'a World<'a>,
    options: &'a Options,
    explorer: Explorer<'a>,
    /// Where misuses were seen.
    seen: Vec<(Rule, String, Span)>,
    reached: Vec<Reached>,
    tried: Vec<(Trace, Assignment)>,
    turns: BinaryHeap<Turn>,
    /// Edges that were taken, with the functions that they are in.
    covered: FxHashSet<(u32, EdgeId)>,
    /// The functions that were entered, by their numbers in `covered`.
    functions: FxHashMap<String, u32>,
    /// The last run that took an edge for the first time.
    last_new: usize,
    /// Runs that could not be followed to their ends.
    lost: usize,
    /// Steps that are left.
    steps: u32,
}

/// The misuses that runs of a program come to, each place once, in the order in which they are found.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub fn reached(
    file: File,
    world: &World,
    options: &Options,
    cancel: &dyn Cancel,
    watch: &dyn Watch,
) -> Result<Vec<Reached>, Cancelled> {
    watch.asks(Question::Program);
    let explorer = Explorer::new(world, START, options.wrapv).with(Freedom::OfProgram);
    let mut search = Search {
        file,
        world,
        options,
        explorer,
        seen: Vec::new(),
        reached: Vec::new(),
        tried: Vec::new(),
        turns: BinaryHeap::new(),
        covered: FxHashSet::default(),
        functions: FxHashMap::default(),
        last_new: 0,
        lost: 0,
        steps: options.program.steps,
    };
    let mut next = Some((Assignment::new(), 0));
    while let Some((assignment, first)) = next.filter(|_| search.goes_on()) {
        if cancel.is_cancelled() {
            return Err(Cancelled);
        }
        search.run(assignment, first);
        next = search.turned();
    }
    let answer = if search.reached.is_empty() { Answer::Unknown } else { Answer::Yes };
    watch.answers(Question::Program, answer, options.program.steps - search.steps);
    Ok(search.reached)
}

impl Search<'_> {
    fn limits(&self) -> ProgramLimits {
        self.options.program
    }

    /// Whether there may be more to see: most runs of a program that depends on what is not known are lost early.
    fn goes_on(&self) -> bool {
        let tried = self.tried.len();
        let is_lost = tried >= FIRST_RUNS && self.lost * 4 > tried * 3;
        let has_patience = tried < self.last_new + PATIENCE;
        tried < self.limits().runs as usize && self.steps > 0 && has_patience && !is_lost
    }

    /// Notes which edges a run takes.
    fn cover(&mut self, trace: &Trace) {
        let before = self.covered.len();
        let mut numbers = Vec::with_capacity(trace.functions.len());
        for name in &trace.functions {
            let next = self.functions.len() as u32;
            numbers.push(*self.functions.entry(name.clone()).or_insert(next));
        }
        for taken in &trace.taken {
            self.covered.insert((numbers[taken.function as usize], taken.edge));
        }
        if self.covered.len() > before {
            self.last_new = self.tried.len();
        }
    }

    /// Runs the program on inputs; decisions from `first` on may be turned.
    fn run(&mut self, assignment: Assignment, first: usize) {
        let mut trace = self.explorer.run(&assignment, self.limits().run_steps.min(self.steps));
        self.steps -= trace.run.steps.min(self.steps);
        for misuse in &trace.run.misuses {
            self.take(&trace, &assignment, misuse);
        }
        self.cover(&trace);
        self.lost += usize::from(matches!(trace.run.end, End::Unknown(_) | End::Undefined(_) | End::Steps));
        let run = Reverse(self.tried.len());
        let failures = assignment.iter().filter(|(source, bits)| source.is_outcome() && **bits == 0).count();
        let turnable = trace.decisions.iter().enumerate().filter(|(_, decision)| decision.can_turn());
        let turnable = turnable.enumerate().take(MOST_DECISIONS);
        for (depth, (at, decision)) in turnable.filter(|(_, (at, _))| *at >= first) {
            let failures = failures + usize::from(decision.guard == Guard::Outcome);
            let cost = Reverse(depth + FAILURE * failures);
            self.turns.push(Turn { cost, run, decision: Reverse(at) });
        }
        // Only the decisions matter from now on.
        trace.taken = Vec::new();
        self.tried.push((trace, assignment));
    }

    /// Keeps a misuse that counts and was not seen before, if a run on nothing but the inputs comes to it again.
    fn take(&mut self, trace: &Trace, assignment: &Assignment, misuse: &Misuse) {
        let Some((function, span)) = place(self.world, misuse) else { return };
        let key = (misuse.rule, function.to_owned(), span);
        if self.seen.contains(&key) || !counts(self.file, self.world, self.options, trace, misuse) {
            return;
        }
        let (file, world, options) = (self.file, self.world, self.options);
        let same = |trace: &Trace| {
            let here = |misuse: &&Misuse| {
                misuse.rule == key.0 && place(world, misuse) == Some((key.1.as_str(), key.2))
            };
            let mut all = trace.run.misuses.iter().filter(here);
            all.find(|misuse| counts(file, world, options, trace, misuse)).cloned()
        };
        let steps = self.limits().run_steps;
        let is_as_good = |trace: &Trace| same(trace).is_some();
        let trace = simplest(&mut self.explorer, &is_as_good, trace.clone(), assignment.clone(), steps);
        let again = replayed(world, START, &trace.asked, options.wrapv, steps);
        if let (Some(misuse), Some(again)) = (same(&trace), again)
            && again.misuses.contains(&misuse)
        {
            self.reached.push(Reached { trace, misuse });
        }
        self.seen.push(key);
    }

    /// The inputs of the next run, with the first decision of it that may be turned.
    fn turned(&mut self) -> Option<(Assignment, usize)> {
        while let Some(Turn { run: Reverse(run), decision: Reverse(decision), .. }) = self.turns.pop() {
            let (trace, assignment) = &self.tried[run];
            let steps = self.options.program.solver_steps;
            if let Some(next) = self.explorer.otherwise(trace, assignment, decision, steps) {
                return Some((next, decision + 1));
            }
        }
        None
    }
}
