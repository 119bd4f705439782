//! The search for inputs that follow the path of a finding.

use std::collections::BinaryHeap;

use csieve_base::{
    cancel::{Cancel, Cancelled, Never},
    options::{Options, SearchLimits},
};
use csieve_graph::Cfg;
use csieve_machine::{
    Run, Source,
    concolic::{Asked, Assignment, Explorer, Trace, simplest},
};
use csieve_reports::finding::{Evidence as Level, Finding, Input, Trail};

use super::{
    UnitGraphs,
    evidence::{Evidence, begun, rests_on},
    guide::{Followed, followed, is_followed},
    inputs::told,
    long::{LongRun, LongRuns},
    matching::reached,
    own::Broken,
    replay::{passed, replayed},
    returning::may_never_return,
    stored::are_stored,
    unreached::{Unreached, lacking},
};

/// The search ends after this many runs in a row of which none followed the path further than all before. Of 1,009
/// findings that runs confirmed, none needed more than 10.
const PATIENCE: usize = 12;

/// A decision of an earlier run whose other side may be tried. The greatest one promises most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Negation {
    /// Whether the run left the trail at this decision.
    is_where_it_left: bool,
    /// The number of decisions of the trail that the run took before it left the trail.
    matched: usize,
    /// The index of the run among those tried so far: older runs come first.
    run: std::cmp::Reverse<usize>,
    /// The index of the decision in its run: later decisions come first, because earlier ones agree with the
    /// trail.
    decision: usize,
}

/// An earlier run with the inputs that it was given.
struct Tried {
    trace: Trace,
    assignment: Assignment,
}

/// What a search for inputs is about.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    /// The graphs of the file.
    pub graphs: &'a UnitGraphs<'a>,
    /// The graph of the finding's function.
    pub cfg: &'a Cfg,
    /// The finding whose misuse the runs shall reach.
    pub finding: &'a Finding,
    /// The long runs of the function, which all its findings share.
    pub long: &'a LongRuns,
}

/// A run that reaches a misuse.
pub(super) struct Found {
    /// Its inputs, for the reader.
    pub inputs: Vec<Input>,
    /// Who chooses what it needs of them.
    pub evidence: Level,
    /// The inputs.
    pub asked: Vec<Asked>,
    /// Whether it is the path of the finding.
    pub is_path: bool,
    /// The largest number of steps that it may take.
    pub steps: u32,
}

/// What the runs of a search are held against.
struct Goal<'a> {
    subject: Subject<'a>,
    trail: &'a Trail,
    /// The rule of a user that the runs shall break.
    broken: Option<Broken<'a>>,
    wrapv: bool,
    /// The largest number of steps of a run.
    run_steps: u32,
}

impl Goal<'_> {
    /// Returns whether a run reaches the misuse, and begins with what the program can pass and store.
    fn happens(&self, trace: &Trace) -> bool {
        let Subject { graphs, cfg, .. } = self.subject;
        let is_in = match &self.broken {
            Some(own) => own.is_in(trace),
            None => self.is_it(&trace.run),
        };
        is_in && are_stored(graphs, &cfg.function, &trace.asked)
    }

    fn is_it(&self, run: &Run) -> bool {
        reached(self.subject.cfg, run, self.subject.finding, self.trail).is_some()
    }

    /// Returns whether a run that reaches the misuse takes the decisions of the path up to there, and no others.
    fn is_path(&self, trace: &Trace) -> bool {
        let Subject { cfg, finding, .. } = self.subject;
        let Some(misuse) = reached(cfg, &trace.run, finding, self.trail) else { return true };
        is_followed(cfg, trace, self.trail, misuse.after)
    }

    /// Returns why a run may end before it reaches the misuse.
    fn may_end(&self, trace: &Trace) -> Option<String> {
        let Subject { graphs, cfg, finding, .. } = self.subject;
        let misuse = reached(cfg, &trace.run, finding, self.trail).filter(|_| self.broken.is_none());
        may_never_return(graphs, trace, misuse)
    }

    /// Returns the inputs of the plainest run like this one, which reaches the misuse, if it is one that the program may
    /// make; `Ok(None)` if that run does not reach the misuse on these inputs alone. A run along the path of the finding stays
    /// on it if it can: that is what the finding tells.
    ///
    /// # Errors
    /// Why the program may never make such a run.
    fn told(
        &self,
        explorer: &mut Explorer,
        trace: &Trace,
        assignment: &Assignment,
    ) -> Result<Option<Found>, String> {
        if let Some(why) = self.may_end(trace) {
            return Err(why);
        }
        let Subject { graphs, cfg, .. } = self.subject;
        let accepts = |trace: &Trace| self.happens(trace) && self.may_end(trace).is_none();
        let along = |trace: &Trace| accepts(trace) && self.is_path(trace);
        let plainest = |explorer: &mut Explorer, accepts: &dyn Fn(&Trace) -> bool| {
            let found = simplest(explorer, &accepts, trace.clone(), assignment.clone(), self.run_steps);
            let begun = begun(graphs, explorer, &accepts, (&found.0, &found.1), self.run_steps);
            begun.unwrap_or(found)
        };
        let judged = |explorer: &mut Explorer, trace: &Trace, assignment: &Assignment| {
            let inputs = told(graphs, cfg, &cfg.function, trace);
            let evidence =
                Evidence { graphs, cfg, accepts: &accepts, trace, assignment, run_steps: self.run_steps };
            match evidence.judged(explorer) {
                Ok(evidence) => Ok(self.happens_again(trace).then(|| {
                    let is_path = self.is_path(trace);
                    Found { inputs, evidence, asked: trace.asked.clone(), is_path, steps: self.run_steps }
                })),
                Err(needed) => Err(lacking(needed, &inputs)),
            }
        };
        if self.is_path(trace) {
            let (plain, chosen) = plainest(explorer, &along);
            if let Ok(found) = judged(explorer, &plain, &chosen) {
                return Ok(found);
            }
        }
        let (plain, chosen) = plainest(explorer, &accepts);
        match judged(explorer, &plain, &chosen) {
            // The plainest numbers may be just those that nobody asks for.
            Err(why) if chosen != *assignment => judged(explorer, trace, assignment).map_err(|_| why),
            judgement => judgement,
        }
    }

    /// Returns whether a run reaches the misuse on nothing but the inputs of an earlier one.
    fn happens_again(&self, trace: &Trace) -> bool {
        let Subject { graphs, cfg, .. } = self.subject;
        let (asked, wrapv, steps) = (&trace.asked, self.wrapv, self.run_steps);
        match &self.broken {
            Some(own) => passed(graphs, &cfg.function, asked, (wrapv, steps), &own.objects())
                .is_some_and(|orders| orders.iter().all(|passed| own.happens(passed))),
            None => replayed(graphs, &cfg.function, asked, wrapv, steps, &Never)
                .is_some_and(|run| self.is_it(&run)),
        }
    }

    /// Returns the inputs of a longer run than one of the search, if it reaches the misuse. Only a search that was stopped
    /// suggests that the path is long.
    ///
    /// # Errors
    /// [`Cancelled`] if `cancel` asks to stop.
    fn told_of_long(
        &self,
        trace: &Trace,
        assignment: &Assignment,
        options: &Options,
        cancel: &dyn Cancel,
    ) -> Result<Option<Found>, Cancelled> {
        let Subject { graphs, cfg, finding, long } = self.subject;
        if finding.limit().is_none() || self.broken.is_some() {
            return Ok(None);
        }
        let run = long.of(graphs, &cfg.function, (trace, assignment), options, cancel)?;
        let is_evidence = |LongRun { run, asked }: &LongRun| {
            self.is_it(run)
                && are_stored(graphs, &cfg.function, asked)
                && may_never_return(graphs, trace, None).is_none()
        };
        let found = run.filter(is_evidence);
        let told = |long: LongRun| {
            let evidence = rests_on(long.asked.iter().map(|asked| &asked.source));
            let asked = long.asked.clone();
            let inputs = told(graphs, cfg, &cfg.function, &trace.clone().with_inputs(long.asked));
            Found { inputs, evidence, asked, is_path: false, steps: options.search.long_run_steps }
        };
        Ok(found.map(told))
    }
}

/// Returns inputs that reach the misuse of a finding, or why no inputs were found.
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
pub(super) fn inputs(
    subject: Subject,
    explorer: &mut Explorer,
    options: &Options,
    limits: SearchLimits,
    cancel: &dyn Cancel,
) -> Result<Result<Found, Unreached>, Cancelled> {
    let mut unreached = Unreached::default();
    let Subject { cfg, finding, .. } = subject;
    let Some(trail) = finding.trail() else { return Ok(Err(unreached)) };
    let broken = Broken::by(cfg, options.library.own(), finding);
    let goal = Goal { subject, trail, broken, wrapv: options.wrapv, run_steps: limits.run_steps };
    let mut tried: Vec<Tried> = Vec::new();
    let mut turns: BinaryHeap<Negation> = BinaryHeap::new();
    let mut next = vec![(Assignment::new(), 0), (seed(trail), 0)];
    next.dedup();
    // The most decisions of the path that a run took, and the index of the first such run.
    let (mut furthest, mut first_there) = (0, 0);
    while tried.len() < (limits.runs as usize).min(first_there + PATIENCE) {
        cancel.go_on()?;
        let Some((assignment, first)) = next.pop().or_else(|| turned(explorer, &tried, &mut turns, limits))
        else {
            break;
        };
        let trace = explorer.run(&assignment, limits.run_steps);
        if goal.happens(&trace) {
            match goal.told(explorer, &trace, &assignment) {
                Ok(inputs) => return Ok(inputs.ok_or(unreached)),
                Err(why) => unreached.lacks(why),
            }
        }
        if let Some(inputs) = goal.told_of_long(&trace, &assignment, options, cancel)? {
            return Ok(Ok(inputs));
        }
        unreached.note(&trace.run.end);
        let followed = followed(cfg, &trace, trail);
        if followed.matched > furthest {
            (furthest, first_there) = (followed.matched, tried.len());
        }
        turns.extend(negations(&trace, first, followed, tried.len()));
        tried.push(Tried { trace, assignment });
    }
    Ok(Err(unreached))
}

/// Returns the decisions of a run, from the index `first` on, whose other side may be tried. `run` is the index of the
/// run.
fn negations(
    trace: &Trace,
    first: usize,
    Followed { matched, window }: Followed,
    run: usize,
) -> impl Iterator<Item = Negation> + '_ {
    let turnable = (first..trace.decisions.len()).filter(|decision| trace.decisions[*decision].can_turn());
    turnable.map(move |decision| {
        let is_where_it_left = (window.0..window.1).contains(&decision);
        Negation { is_where_it_left, matched, run: std::cmp::Reverse(run), decision }
    })
}

/// Returns the inputs of the next run, with the index of its first decision that may be negated.
fn turned(
    explorer: &mut Explorer,
    tried: &[Tried],
    turns: &mut BinaryHeap<Negation>,
    limits: SearchLimits,
) -> Option<(Assignment, usize)> {
    while let Some(turn) = turns.pop() {
        let Tried { trace, assignment } = &tried[turn.run.0];
        if let Some(next) = explorer.otherwise(trace, assignment, turn.decision, limits.solver_steps) {
            return Some((next, turn.decision + 1));
        }
    }
    None
}

/// Returns the inputs that a model of the path formula gives to parameters and globals.
fn seed(trail: &Trail) -> Assignment {
    let params = trail.params.iter().map(|(index, bits)| (Source::Param(*index), *bits));
    let globals = trail.globals.iter().map(|(name, bits)| (Source::Global(name.as_str().into()), *bits));
    params.chain(globals).collect()
}
