//! The search for inputs that follow the path of a finding.

use std::collections::BinaryHeap;

use csieve_base::{
    cancel::{Cancel, Cancelled, Never},
    options::{Options, SearchLimits},
};
use csieve_graph::Cfg;
use csieve_machine::{
    Run, Source,
    concolic::{Assignment, Explorer, Trace, simplest},
};
use csieve_reports::finding::{Finding, Input, Trail};

use super::{
    UnitGraphs,
    guide::{Followed, followed},
    inputs::told,
    long::{LongRun, LongRuns},
    matching::reaches,
    own::Broken,
    replay::{passed, replayed},
    special::special,
    stored::are_stored,
    unreached::Unreached,
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

/// Returns inputs that reach the misuse of a finding, or why no inputs were found.
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
pub(super) fn inputs(
    Subject { graphs, cfg, finding, long }: Subject,
    explorer: &mut Explorer,
    options: &Options,
    limits: SearchLimits,
    cancel: &dyn Cancel,
) -> Result<Result<Vec<Input>, Unreached>, Cancelled> {
    let mut unreached = Unreached::default();
    let Some(trail) = finding.trail() else { return Ok(Err(unreached)) };
    let broken = Broken::by(cfg, options.library.own(), finding);
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
        let is_it = |run: &Run| reaches(cfg, run, finding, trail);
        let is_in = |trace: &Trace| broken.as_ref().map_or_else(|| is_it(&trace.run), |own| own.is_in(trace));
        let is_evidence = |trace: &Trace| is_in(trace) && are_stored(graphs, &cfg.function, &trace.asked);
        if is_evidence(&trace) {
            let (plain, chosen) =
                simplest(explorer, &is_evidence, trace.clone(), assignment.clone(), limits.run_steps);
            let found = (&plain, &chosen);
            let inputs = told(graphs, cfg, &cfg.function, &plain);
            let needed = special(graphs, cfg, explorer, &is_evidence, found, limits.run_steps);
            let Some(needed) = needed.and_then(|at| inputs.get(at)) else {
                let (asked, wrapv, steps) = (&plain.asked, options.wrapv, limits.run_steps);
                let is_again = match &broken {
                    Some(own) => passed(graphs, &cfg.function, asked, (wrapv, steps), &own.objects())
                        .is_some_and(|orders| orders.iter().all(|passed| own.happens(passed))),
                    None => replayed(graphs, &cfg.function, asked, wrapv, steps, &Never)
                        .is_some_and(|run| is_it(&run)),
                };
                return Ok(if is_again { Ok(inputs) } else { Err(unreached) });
            };
            unreached.needs(needed);
        }
        // Only a search that was stopped suggests that the path is long.
        if finding.limit().is_some()
            && broken.is_none()
            && let Some(LongRun { run, asked }) =
                long.of(graphs, &cfg.function, (&trace, &assignment), options, cancel)?
            && is_it(&run)
            && are_stored(graphs, &cfg.function, &asked)
        {
            return Ok(Ok(told(graphs, cfg, &cfg.function, &trace.with_inputs(asked))));
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
