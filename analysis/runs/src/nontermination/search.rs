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
use csieve_reduction::termination::Concern;

/// Most runs of one search.
const RUNS: usize = 20;

/// Runs after which one should have come to the loop.
const PATIENCE: usize = 6;

/// Steps of one run.
const RUN_STEPS: u32 = 1_500;

/// Fewest rounds of a run that may never leave the loop.
const ROUNDS: usize = 12;

/// Most sets that are guessed for one loop.
const SETS: u32 = 5;

/// Most decisions of a run that are turned round.
const DECISIONS: usize = 24;

/// Numbers to begin with besides ordinary ones: one that no counter of 8 bits reaches and that is not even, and a negative one.
const SEEDS: [i128; 2] = [1_001, -1];

/// Most inputs of a run that are changed to see whether others do as well.
const MOST_INPUTS: usize = 6;

/// A run that never leaves a loop.
pub(super) struct Endless {
    /// The run, as long as it was followed.
    pub trace: Trace,
    /// What it saw in the loop.
    pub seen: Observed,
    /// What keeps it there.
    pub why: Why,
}

/// Why a run never leaves a loop.
pub(super) enum Why {
    /// It has come into a set of states that no round leads out of.
    Set(Recurrent),
    /// What it decides on is what it was some rounds before.
    Repeated(Repeated),
}

/// A function with one of its loops.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
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
pub(super) fn endless(place: Place, cancel: &dyn Cancel) -> Result<Option<Endless>, Cancelled> {
    let Place { graphs, function, options, .. } = place;
    let mut explorer = Explorer::new(graphs, &function.cfg.function, options.wrapv);
    let mut tried: Vec<(Trace, Assignment)> = Vec::new();
    let mut turns: BTreeSet<Turn> = BTreeSet::new();
    let mut next = Some((Assignment::new(), 0));
    let mut sets = SETS;
    let mut comes = false;
    while let Some((assignment, first)) = next {
        if cancel.is_cancelled() {
            return Err(Cancelled);
        }
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

/// One number for all that a run asked for.
fn all(trace: &Trace, number: i128) -> Assignment {
    let is_number = |asked: &&Asked| {
        let has = |int: IntType| int.signed || number >= 0;
        matches!((&asked.chosen, asked.ty), (Chosen::Number(_), Type::Int(int)) if has(int))
            && !asked.source.is_outcome()
    };
    trace.asked.iter().filter(is_number).map(|asked| (asked.source.clone(), number as u128)).collect()
}

/// Whether other values of each input do as well: that one value alone does, say a step of 0, is no evidence, for whoever
/// gives it may know better; unless the loop itself asks for that value.
fn is_robust(place: Place, explorer: &mut Explorer, trace: &Trace, assignment: &Assignment) -> bool {
    trace.asked.iter().filter(|asked| !asked.source.is_outcome()).take(MOST_INPUTS).all(|asked| {
        let number = match asked.chosen {
            Chosen::Number(number) => number,
            // As a rule nobody passes a NULL that the loop would have to skip.
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

/// Whether a run is still in the loop after many rounds when its steps run out.
fn stays(cfg: &Cfg, one: &Loop, trace: &Trace) -> bool {
    let own = trace.taken.iter().rev().filter(|taken| taken.depth == 0).map(|taken| cfg.edge(taken.edge));
    let inside =
        own.take_while(|edge| one.body.contains(edge.from.index()) && one.body.contains(edge.to.index()));
    trace.run.end == End::Steps && inside.filter(|edge| edge.to == one.head).count() >= ROUNDS
}

/// The proof that a run never leaves the loop, if there is one.
fn proved(place: Place, trace: &Trace) -> Option<(Observed, Why)> {
    let Place { graphs, function, one, concern, options } = place;
    let seen =
        observed(graphs, &function.cfg.function, &trace.asked, (one, concern), options.wrapv, RUN_STEPS)?;
    let late = seen.late(one.head, ROUNDS)?;
    let why = match Recurrent::of(function, one, concern, &late) {
        Some(set) => Why::Set(set),
        None => Why::Repeated(Repeated::of(function, one, &seen)?),
    };
    Some((seen, why))
}

/// The same with plain numbers.
fn plain(place: Place, explorer: &mut Explorer, trace: Trace, mut assignment: Assignment) -> Option<Endless> {
    let is_as_good =
        |trace: &Trace| stays(place.function.cfg, place.one, trace) && proved(place, trace).is_some();
    let trace = simplest(explorer, &is_as_good, trace, assignment.clone(), RUN_STEPS);
    // What is plain now may let those before it be plain, too.
    for asked in &trace.asked {
        if let Chosen::Number(number) = asked.chosen {
            assignment.insert(asked.source.clone(), number as u128);
        }
    }
    let trace = simplest(explorer, &is_as_good, trace, assignment, RUN_STEPS);
    let (seen, why) = proved(place, &trace)?;
    Some(Endless { trace, seen, why })
}
