//! The search for inputs with which a run never leaves a loop.

use std::collections::BTreeSet;

use crate::{
    cancel::{Cancel, Cancelled},
    cfg::Cfg,
    explore::{Assignment, Explorer, Trace, simplest},
    machine::{End, Graphs},
    model::Function,
    options::Options,
    ranges::Loop,
};

use super::{
    concern::Concern,
    observe::{Observed, observed},
    recurrent::Recurrent,
};

/// Most runs of one search.
const RUNS: usize = 24;

/// Steps of one run.
const RUN_STEPS: u32 = 1_500;

/// Fewest rounds of a run that may never leave the loop.
const ROUNDS: usize = 12;

/// Most sets that are guessed for one loop.
const SETS: u32 = 5;

/// Most decisions of a run that are turned round.
const DECISIONS: usize = 24;

/// A run that never leaves a loop.
pub struct Endless {
    /// The run, as long as it was followed.
    pub trace: Trace,
    /// What it saw in the loop.
    pub seen: Observed,
    /// What keeps it there.
    pub set: Recurrent,
}

/// A function with one of its loops.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The graphs of the file.
    pub graphs: &'a dyn Graphs,
    /// The function.
    pub function: &'a Function<'a>,
    /// The loop.
    pub one: &'a Loop,
    /// What decides when it ends.
    pub concern: &'a Concern,
    /// The options.
    pub options: &'a Options,
}

/// A decision of a run that may be turned round; the first of a run first, for later ones may be about how often it went round.
type Turn = (usize, usize);

/// A run that never leaves a loop, on plain inputs; none if none is found.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub fn endless(place: Place, cancel: &dyn Cancel) -> Result<Option<Endless>, Cancelled> {
    let Place { graphs, function, options, .. } = place;
    let mut explorer = Explorer::new(graphs, &function.cfg.function, options.wrapv);
    let mut tried: Vec<(Trace, Assignment)> = Vec::new();
    let mut turns: BTreeSet<Turn> = BTreeSet::new();
    let mut next = Some((Assignment::new(), 0));
    let mut sets = SETS;
    while let Some((assignment, first)) = next {
        if cancel.is_cancelled() {
            return Err(Cancelled);
        }
        let trace = explorer.run(&assignment, RUN_STEPS);
        if stays(function.cfg, place.one, &trace) && sets > 0 {
            sets -= 1;
            if proved(place, &trace).is_some() {
                return Ok(plain(place, &mut explorer, trace, assignment));
            }
        }
        let decisions = (first..trace.decisions.len().min(DECISIONS)).filter(|at| trace.decisions[*at].can_turn());
        turns.extend(decisions.map(|at| (at, tried.len())));
        tried.push((trace, assignment));
        next = turned(&mut explorer, &tried, &mut turns, options).filter(|_| tried.len() < RUNS);
    }
    Ok(None)
}

/// The inputs of the next run, with the first decision of it that may be turned.
fn turned(
    explorer: &mut Explorer,
    tried: &[(Trace, Assignment)],
    turns: &mut BTreeSet<Turn>,
    options: &Options,
) -> Option<(Assignment, usize)> {
    while let Some((decision, run)) = turns.pop_first() {
        let (trace, assignment) = &tried[run];
        if let Some(next) = explorer.otherwise(trace, assignment, decision, options.search.solver_steps) {
            return Some((next, decision + 1));
        }
    }
    None
}

/// Whether a run is still in the loop after many rounds when its steps run out.
fn stays(cfg: &Cfg, one: &Loop, trace: &Trace) -> bool {
    let own = trace.taken.iter().rev().filter(|taken| taken.depth == 0).map(|taken| cfg.edge(taken.edge));
    let inside = own.take_while(|edge| one.body.contains(edge.from.index()) && one.body.contains(edge.to.index()));
    trace.run.end == End::Steps && inside.filter(|edge| edge.to == one.head).count() >= ROUNDS
}

/// The proof that a run never leaves the loop, if there is one.
fn proved(place: Place, trace: &Trace) -> Option<(Observed, Recurrent)> {
    let Place { graphs, function, one, concern, options } = place;
    let seen =
        observed(graphs, &function.cfg.function, &trace.asked, (one, concern), options.wrapv, RUN_STEPS)?;
    let set = Recurrent::of(function, one, concern, &seen.late(one.head, ROUNDS)?)?;
    Some((seen, set))
}

/// The same with plain numbers.
fn plain(place: Place, explorer: &mut Explorer, trace: Trace, assignment: Assignment) -> Option<Endless> {
    let is_as_good =
        |trace: &Trace| stays(place.function.cfg, place.one, trace) && proved(place, trace).is_some();
    let trace = simplest(explorer, &is_as_good, trace, assignment, RUN_STEPS);
    let (seen, set) = proved(place, &trace)?;
    Some(Endless { trace, seen, set })
}
