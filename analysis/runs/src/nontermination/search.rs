//! The search for inputs with which a run never leaves a loop.

use std::collections::BTreeSet;

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
};
use csieve_dataflow::ranges::Loop;
use csieve_graph::{Cfg, IntType, Type};
use csieve_machine::{
    Chosen, End, Graphs,
    concolic::{Asked, Assignment, Explorer, Trace, simplest},
};
use csieve_modelcheck::model::Function;

use super::{
    observe::{Observed, observed},
    recurrent::Recurrent,
    repeated::Repeated,
};
use csieve_reduction::termination::LoopCone;

/// The largest number of runs in the search for one endless loop.
const RUNS: usize = 20;

/// The number of runs after which the search gives up if none of them has reached the loop.
const PATIENCE: usize = 6;

/// The largest number of steps of one run.
const RUN_STEPS: u32 = 1_500;

/// The smallest number of rounds after which a run is suspected never to leave the loop.
const ROUNDS: usize = 12;

/// The largest number of runs that are examined for a proof.
const SETS: u32 = 5;

/// The number of decisions at the start of a run that may be negated.
const DECISIONS: usize = 24;

/// The numbers that all number inputs get in the second and in the third run: an odd number beyond the reach
/// of a counter of 8 bits, and a negative number.
const SEEDS: [i128; 2] = [1_001, -1];

/// The largest number of inputs of a run that are replaced to see whether the loop is endless for other
/// values too.
const MOST_INPUTS: usize = 6;

/// A run that never leaves a loop.
pub(super) struct Endless {
    /// The run, as far as it was followed.
    pub trace: Trace,
    /// The values that the run saw in the loop.
    pub seen: Observed,
    /// Why the run stays in the loop.
    pub why: Why,
}

/// The reason why a run never leaves a loop.
pub(super) enum Why {
    /// The run has entered a set of states that no round leaves.
    Set(Recurrent),
    /// All values on which decisions depend are the same as some rounds of the loop before.
    Repeated(Repeated),
}

/// A function with one of its loops.
#[derive(Clone, Copy)]
pub(super) struct LoopContext<'a> {
    /// The graphs of the file.
    pub graphs: &'a dyn Graphs,
    /// The function that contains the loop.
    pub function: &'a Function<'a>,
    /// The loop that the run may never leave.
    pub one: &'a Loop,
    /// The variables and conditions that decide when the loop ends.
    pub concern: &'a LoopCone,
    /// The options of the analysis.
    pub options: &'a Options,
}

/// A decision that may be negated: its index in its run, and the index of the run. Early decisions come
/// first: later ones may only depend on the number of rounds of the loop so far.
type Turn = (usize, usize);

/// Returns a run that never leaves the loop of `place`, on plain inputs; `None` if none is found.
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
pub(super) fn endless(place: LoopContext, cancel: &dyn Cancel) -> Result<Option<Endless>, Cancelled> {
    let LoopContext { graphs, function, options, .. } = place;
    let explorer = Explorer::new(graphs, &function.cfg.function, options.wrapv);
    let mut explorer = explorer.paying(options.search.all_solver_steps);
    let mut tried: Vec<(Trace, Assignment)> = Vec::new();
    let mut turns: BTreeSet<Turn> = BTreeSet::new();
    let mut next = Some((Assignment::new(), 0));
    let mut sets = SETS;
    let mut comes = false;
    while let Some((assignment, first)) = next {
        cancel.go_on()?;
        let trace = explorer.run(&assignment, RUN_STEPS);
        if stays(function.cfg, place.one, &trace) && sets > 0 {
            sets -= 1;
            if proved(place, &trace).is_some() && is_robust(place, &mut explorer, &trace, &assignment) {
                return Ok(plain(place, &mut explorer, trace, assignment));
            }
        }
        let decisions =
            (first..trace.decisions.len().min(DECISIONS)).filter(|at| trace.decisions[*at].can_turn());
        turns.extend(decisions.map(|at| (at, tried.len())));
        comes |= trace
            .taken
            .iter()
            .any(|taken| taken.depth == 0 && function.cfg.edge(taken.edge).to == place.one.head);
        tried.push((trace, assignment));
        if !comes && tried.len() >= PATIENCE {
            break;
        }
        if let Some(&number) = SEEDS.get(tried.len() - 1) {
            next = Some((all(&tried[0].0, number), 0));
            continue;
        }
        next = turned(&mut explorer, &tried, &mut turns, options).filter(|_| tried.len() < RUNS);
    }
    Ok(None)
}

/// Returns the inputs of the next run, with the index of its first decision that may be negated.
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

/// Returns the assignment of one number to all number inputs of a run whose types contain that number.
fn all(trace: &Trace, number: i128) -> Assignment {
    let is_number = |asked: &&Asked| {
        let has = |int: IntType| int.signed || number >= 0;
        matches!((&asked.chosen, asked.ty), (Chosen::Number(_), Type::Int(int)) if has(int))
            && !asked.source.is_outcome()
    };
    trace.asked.iter().filter(is_number).map(|asked| (asked.source.clone(), number as u128)).collect()
}

/// Returns whether the loop is endless for other values of each input too. Callers may know better than to
/// pass the only value that makes it endless, say a step of 0, unless the loop itself compares with that
/// value.
fn is_robust(place: LoopContext, explorer: &mut Explorer, trace: &Trace, assignment: &Assignment) -> bool {
    trace.asked.iter().filter(|asked| !asked.source.is_outcome()).take(MOST_INPUTS).all(|asked| {
        let number = match asked.chosen {
            Chosen::Number(number) => number,
            // Callers rarely pass NULL where only that makes the loop endless.
            Chosen::Null => return false,
            Chosen::Object { .. } | Chosen::Nothing => return true,
        };
        if place.concern.named.contains(&number) {
            return true;
        }
        [number + 1, number + 2, number - 1].into_iter().any(|other| {
            let mut changed = assignment.clone();
            changed.insert(asked.source.clone(), other as u128);
            let trace = explorer.run(&changed, RUN_STEPS);
            stays(place.function.cfg, place.one, &trace) && proved(place, &trace).is_some()
        })
    })
}

/// Returns whether a run is still in the loop, after at least [`ROUNDS`] rounds of the loop, when its steps
/// run out, and no assertion that is switched off failed on the way.
fn stays(cfg: &Cfg, one: &Loop, trace: &Trace) -> bool {
    let own = trace.taken.iter().rev().filter(|taken| taken.depth == 0);
    if own.clone().any(|taken| cfg.denied.binary_search(&taken.edge).is_ok()) {
        return false;
    }
    let inside = own
        .map(|taken| cfg.edge(taken.edge))
        .take_while(|edge| one.body.contains(edge.from.index()) && one.body.contains(edge.to.index()));
    trace.run.end == End::Steps && inside.filter(|edge| edge.to == one.head).count() >= ROUNDS
}

/// Returns the proof that a run never leaves the loop, if there is one.
fn proved(place: LoopContext, trace: &Trace) -> Option<(Observed, Why)> {
    let LoopContext { graphs, function, one, concern, options } = place;
    let seen =
        observed(graphs, &function.cfg.function, &trace.asked, (one, concern), options.wrapv, RUN_STEPS)?;
    let late = seen.late(one.head, ROUNDS)?;
    let why = match Recurrent::of(function, one, concern, &late) {
        Some(set) => Why::Set(set),
        None => Why::Repeated(Repeated::of(function, one, &seen)?),
    };
    Some((seen, why))
}

/// Returns a run that never leaves the loop and has plain numbers as inputs where possible, found from
/// `trace`.
fn plain(
    place: LoopContext,
    explorer: &mut Explorer,
    trace: Trace,
    mut assignment: Assignment,
) -> Option<Endless> {
    let is_as_good =
        |trace: &Trace| stays(place.function.cfg, place.one, trace) && proved(place, trace).is_some();
    let (trace, _) = simplest(explorer, &is_as_good, trace, assignment.clone(), RUN_STEPS);
    // Once later inputs are plain numbers, earlier ones may become plain numbers too.
    for asked in &trace.asked {
        if let Chosen::Number(number) = asked.chosen {
            assignment.insert(asked.source.clone(), number as u128);
        }
    }
    let (trace, _) = simplest(explorer, &is_as_good, trace, assignment, RUN_STEPS);
    let (seen, why) = proved(place, &trace)?;
    Some(Endless { trace, seen, why })
}
