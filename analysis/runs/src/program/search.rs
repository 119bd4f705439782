//! The search for misuses in the runs of a program, the simplest runs first (generational search, [GLM]).

use std::{cell::OnceCell, cmp::Reverse, collections::BinaryHeap};

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_base::{
    cancel::{Cancel, Cancelled, Never},
    options::{Options, ProgramLimits},
    rule::Rule,
    text::Span,
    watch::{Answer, Watch, WatchedQuestion},
};
use csieve_graph::EdgeId;
use csieve_machine::{
    End, Misuse, Run,
    concolic::{Assignment, Explorer, Freedom, Guard, Trace, simplest},
};

use crate::confirm::{LongRun, asks_for_its_object, replayed};

use super::{File, Known, World, held::Endings, place, policy::counts, reasons};

/// The cost of a failed operation, in decisions. Programs test every allocation, and hardly any misuse needs
/// more than one failure.
const FAILURE: usize = 6;

/// The number of runs that are tried in any case.
const FIRST_RUNS: usize = 8;

/// The search in the runs of a program ends after this many runs in a row that take no new edge.
const PATIENCE: usize = 100;

/// The search in the runs of a function ends after this many runs in a row that take no new edge.
const FUNCTION_PATIENCE: usize = 3;

/// The number of decisions at the start of a run that may be negated.
const MOST_DECISIONS: usize = 60;

/// A long run has this share of the steps if the function has parameters, of which a run often knows too
/// little.
const SHARE_WITH_INPUTS: u32 = 10;

/// A misuse with a run that reaches it.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The run, on inputs as plain as possible.
    pub trace: Trace,
    /// The misuse, one of the misuses that happen in the run.
    pub misuse: Misuse,
}

/// A decision of a run that may be negated. The greatest negation comes first: the one with the lowest cost,
/// then the oldest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Negation {
    cost: Reverse<usize>,
    run: Reverse<usize>,
    decision: Reverse<usize>,
}

/// The misuses that are one finding: their rule, function and span.
type Key = (Rule, String, Span);

/// A search in progress, with its earlier runs.
struct ProgramSearch<'a> {
    file: File<'a>,
    world: &'a World<'a>,
    options: &'a Options,
    limits: ProgramLimits,
    explorer: Explorer<'a>,
    /// Which inputs the runs may choose.
    freedom: Freedom,
    /// The misuses that were seen.
    seen: Vec<Key>,
    /// A long run on default inputs. This search does not repeat it if it chooses the same inputs.
    usual: Option<&'a LongRun>,
    reached: Vec<Reached>,
    endings: Endings,
    tried: Vec<(Trace, Assignment)>,
    turns: BinaryHeap<Negation>,
    /// The edges that some run took, each with the number of its function in `functions`.
    covered: FxHashSet<(u32, EdgeId)>,
    /// The numbers of the functions that some run entered, by name.
    functions: FxHashMap<String, u32>,
    /// The index of the last run that took a new edge.
    last_new: usize,
    /// The number of runs that the machine could not follow to their ends.
    lost: usize,
    /// The number of steps that are left for all further runs together.
    steps: u32,
}

/// Returns whether a misuse is the one with a key.
fn is_at(world: &World, misuse: &Misuse, key: &Key) -> bool {
    misuse.rule == key.0 && place(world, misuse) == Some((key.1.as_str(), key.2))
}

/// Returns the misuses that runs of a program reach, one for each rule and place, in the order in which they
/// are found. Those of `known` that are confirmed are left out.
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
pub fn reached(
    file: File,
    world: &World,
    known: Known,
    options: &Options,
    cancel: &dyn Cancel,
    watch: &dyn Watch,
) -> Result<Vec<Reached>, Cancelled> {
    watch.asks(WatchedQuestion::Program);
    let confirmed = known.findings.iter().filter(|finding| finding.is_confirmed());
    let seen = confirmed.map(|finding| (finding.rule, finding.function.clone(), finding.span)).collect();
    let freedom = if world.is_of_program() { Freedom::OfProgram } else { Freedom::OfFunction };
    let new = |freedom| ProgramSearch::new(file, world, freedom, options);
    let mut search = ProgramSearch { seen, usual: known.usual, ..new(freedom) };
    search.all(cancel)?;
    let (mut steps, mut found) = (search.taken(), search.reached);
    if world.has_inputs() {
        let mut search = ProgramSearch { seen: search.seen, ..new(Freedom::OfCaller { is_main: false }) };
        search.all(cancel)?;
        steps += search.taken();
        found.extend(search.reached);
    }
    let answer = if found.is_empty() { Answer::Unknown } else { Answer::Yes };
    watch.answers(WatchedQuestion::Program, answer, steps);
    Ok(found)
}

impl<'a> ProgramSearch<'a> {
    /// Creates a search that has made no run yet.
    fn new(file: File<'a>, world: &'a World<'a>, freedom: Freedom, options: &'a Options) -> Self {
        let limits = if world.is_of_program() { options.program } else { options.function };
        let explorer = Explorer::new(world, world.start(), options.wrapv).with(freedom);
        let explorer = explorer.paying(limits.all_solver_steps);
        Self {
            file,
            world,
            options,
            limits,
            explorer,
            freedom,
            seen: Vec::new(),
            usual: None,
            reached: Vec::new(),
            endings: Endings::default(),
            tried: Vec::new(),
            turns: BinaryHeap::new(),
            covered: FxHashSet::default(),
            functions: FxHashMap::default(),
            last_new: 0,
            lost: 0,
            steps: limits.steps,
        }
    }

    /// Returns the number of steps that all runs took.
    fn taken(&self) -> u32 {
        self.limits.steps - self.steps
    }

    /// Makes all runs.
    fn all(&mut self, cancel: &dyn Cancel) -> Result<(), Cancelled> {
        let mut next = Some((Assignment::new(), 0));
        while let Some((assignment, first)) = next.filter(|_| self.goes_on()) {
            cancel.go_on()?;
            self.run(assignment, first, cancel);
            next = self.turned();
        }
        self.take_held();
        cancel.go_on()
    }
}

impl ProgramSearch<'_> {
    /// Returns whether the search goes on. It ends at its limits, after a while without new edges, and if
    /// most runs cannot be followed to their ends: then the program depends on too much that is unknown.
    fn goes_on(&self) -> bool {
        let tried = self.tried.len();
        let is_lost = tried >= FIRST_RUNS && self.lost * 4 > tried * 3;
        let patience = if self.world.is_of_program() { PATIENCE } else { FUNCTION_PATIENCE };
        let has_patience = tried < self.last_new + patience;
        tried < self.limits.runs as usize && self.steps > 0 && has_patience && !is_lost
    }

    /// Records the edges that a run takes.
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

    /// Runs the program on inputs. Decisions of this run from the index `first` on may be negated later.
    fn run(&mut self, assignment: Assignment, first: usize, cancel: &dyn Cancel) {
        let mut trace = self.explorer.run(&assignment, self.limits.run_steps.min(self.steps));
        self.steps -= trace.run.steps.min(self.steps);
        for misuse in &trace.run.misuses {
            self.take(&trace, &assignment, misuse);
        }
        if !self.freedom.is_of_caller() && self.tried.is_empty() && trace.run.end == End::Steps {
            self.run_long(cancel);
        }
        self.cover(&trace);
        self.endings.see(&trace, &assignment);
        self.lost += usize::from(matches!(trace.run.end, End::Unknown(_) | End::Undefined(_) | End::Steps));
        let run = Reverse(self.tried.len());
        let failures = assignment.iter().filter(|(source, bits)| source.is_outcome() && **bits == 0).count();
        let turnable = trace.decisions.iter().enumerate().filter(|(_, decision)| decision.can_turn());
        let turnable = turnable.enumerate().take(MOST_DECISIONS);
        for (depth, (at, decision)) in turnable.filter(|(_, (at, _))| *at >= first) {
            let failures = failures + usize::from(decision.guard == Guard::Outcome);
            let cost = Reverse(depth + FAILURE * failures);
            self.turns.push(Negation { cost, run, decision: Reverse(at) });
        }
        // Only the decisions of the run are needed from now on.
        trace.taken = Vec::new();
        self.tried.push((trace, assignment));
    }

    /// Lets the run on ordinary inputs go on, so that loops with many rounds come to their ends.
    fn run_long(&mut self, cancel: &dyn Cancel) {
        let most = self.options.search.long_run_steps;
        let steps = if self.world.has_inputs() { most / SHARE_WITH_INPUTS } else { most };
        let is_wanted = |run: &Run| run.misuses.iter().any(|misuse| self.new_key(misuse).is_some());
        let is_same = |long: &&LongRun| self.explorer.takes_by_default(&long.asked);
        if self.usual.filter(is_same).is_some_and(|long| !is_wanted(&long.run)) {
            return;
        }
        let Some(trace) = self.explorer.run_long(steps, &is_wanted, cancel) else { return };
        // All misuses of the run are kept under the conditions of `take`, with one second run.
        let again = OnceCell::new();
        for misuse in &trace.run.misuses {
            let Some(key) = self.wanted(&trace, misuse) else { continue };
            let (world, wrapv) = (self.world, self.options.wrapv);
            let again =
                again.get_or_init(|| replayed(world, world.start(), &trace.asked, wrapv, steps, cancel));
            if again.as_ref().is_some_and(|again| again.misuses.contains(misuse)) {
                self.reached.push(Reached { trace: trace.clone(), misuse: misuse.clone() });
            }
            self.seen.push(key);
        }
    }

    /// Returns the key of a misuse that the search has not seen.
    fn new_key(&self, misuse: &Misuse) -> Option<Key> {
        let (function, span) = place(self.world, misuse)?;
        let key = (misuse.rule, function.to_owned(), span);
        (!self.seen.contains(&key)).then_some(key)
    }

    /// Returns the key of a misuse of a run that is to be reported and new.
    fn wanted(&self, trace: &Trace, misuse: &Misuse) -> Option<Key> {
        self.new_key(misuse).filter(|_| counts(self.file, self.world, self.options, trace, misuse))
    }

    /// Keeps a misuse of a run if it is to be reported and new, and if a second run on nothing but the inputs
    /// of `trace` reaches it again.
    fn take(&mut self, trace: &Trace, assignment: &Assignment, misuse: &Misuse) {
        let Some(key) = self.wanted(trace, misuse) else { return };
        let (file, world, options) = (self.file, self.world, self.options);
        let endings = &self.endings;
        let same = |trace: &Trace| {
            let here = |misuse: &&Misuse| is_at(world, misuse, &key);
            let held = trace.run.held.iter().filter(|held| endings.is_missed(trace, held));
            let mut all = trace.run.misuses.iter().chain(held).filter(here);
            all.find(|misuse| counts(file, world, options, trace, misuse)).cloned()
        };
        let steps = self.limits.run_steps;
        let is_as_good = |trace: &Trace| same(trace).is_some();
        let (trace, _) = simplest(&mut self.explorer, &is_as_good, trace.clone(), assignment.clone(), steps);
        let again = replayed(world, world.start(), &trace.asked, options.wrapv, steps, &Never);
        let found = same(&trace).zip(again);
        let is_it = |misuse: &Misuse| is_at(world, misuse, &key);
        let is_enough = !self.freedom.is_of_caller()
            || !asks_for_its_object(world.graphs(), world.start(), &trace)
                && reasons::are_given(world, &mut self.explorer, &trace, &is_it, self.limits);
        if let Some((misuse, again)) = found.filter(|_| is_enough)
            && again.misuses.iter().chain(&again.held).any(|one| *one == misuse)
        {
            self.reached.push(Reached { trace, misuse });
        }
        self.seen.push(key);
    }

    /// Keeps what runs still held at their ends although the program releases it on their way.
    fn take_held(&mut self) {
        for assignment in self.endings.missed() {
            let trace = self.explorer.run(&assignment, self.limits.run_steps);
            for held in &trace.run.held {
                if self.endings.is_missed(&trace, held) {
                    self.take(&trace, &assignment, held);
                }
            }
        }
    }

    /// Returns the inputs of the next run, with the index of its first decision that may be negated.
    fn turned(&mut self) -> Option<(Assignment, usize)> {
        while let Some(Negation { run: Reverse(run), decision: Reverse(decision), .. }) = self.turns.pop() {
            let (trace, assignment) = &self.tried[run];
            let steps = self.limits.solver_steps;
            if let Some(next) = self.explorer.otherwise(trace, assignment, decision, steps) {
                return Some((next, decision + 1));
            }
        }
        None
    }
}
