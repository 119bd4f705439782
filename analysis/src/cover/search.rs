//! Runs that pass goals which no run before passed.

use std::{cmp::Reverse, collections::BinaryHeap};

use fixedbitset::FixedBitSet;

use crate::{
    cancel::{Cancel, Cancelled},
    cfg::{Action, Cfg, EdgeId},
    confirm::told,
    explore::{Assignment, Explorer, Guard, Trace, simplest},
    machine::{End, Graphs},
    options::Options,
};

use super::{Test, goals::Target};

/// How many times as many runs as the search for the inputs of one finding has.
const RUNS: u32 = 15;

/// A decision that may be turned round: those that open something new first, then the oldest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    is_new: bool,
    order: Reverse<(usize, usize)>,
}

/// The runs that are needed, and the goals that they pass.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub fn tests(
    graphs: &dyn Graphs,
    cfg: &Cfg,
    goals: &[Target],
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<(Vec<Test>, FixedBitSet), Cancelled> {
    let limits = options.search;
    let mut explorer = Explorer::new(graphs, &cfg.function, options.wrapv);
    let mut passed = FixedBitSet::with_capacity(goals.len());
    let mut taken = FixedBitSet::with_capacity(cfg.edges.len());
    let mut tests: Vec<Test> = Vec::new();
    let mut tried: Vec<(Trace, Assignment)> = Vec::new();
    let mut turns: BinaryHeap<Turn> = BinaryHeap::new();
    let mut next = Some((Assignment::new(), 0));
    while let Some((assignment, first)) = next
        && tried.len() < (limits.runs * RUNS) as usize
        && passed.count_ones(..) < goals.len()
    {
        if cancel.is_cancelled() {
            return Err(Cancelled);
        }
        let trace = explorer.run(&assignment, limits.run_steps);
        let new: Vec<usize> = passes(goals, &trace).filter(|goal| !passed.contains(*goal)).collect();
        if !new.is_empty() {
            let has_all = |trace: &Trace| {
                let all: Vec<usize> = passes(goals, trace).collect();
                new.iter().all(|goal| all.binary_search(goal).is_ok())
            };
            let kept = simplest(&mut explorer, &has_all, trace.clone(), assignment.clone(), limits.run_steps);
            passed.extend(passes(goals, &kept));
            own_edges(&kept).for_each(|edge| taken.insert(edge.index()));
            tests.push(test(graphs, cfg, goals, &kept));
        }
        let run = tried.len();
        for decision in (first..trace.decisions.len()).filter(|at| trace.decisions[*at].can_turn()) {
            turns.push(Turn { is_new: true, order: Reverse((run, decision)) });
        }
        tried.push((trace, assignment));
        next = loop {
            let Some(turn) = turns.pop() else { break None };
            let Reverse((run, decision)) = turn.order;
            let (trace, assignment) = &tried[run];
            if turn.is_new && !opens(cfg, &taken, trace.decisions[decision].guard) {
                turns.push(Turn { is_new: false, ..turn });
                continue;
            }
            let found = explorer.otherwise(trace, assignment, decision, limits.solver_steps);
            if let Some(assignment) = found {
                break Some((assignment, decision + 1));
            }
        };
    }
    Ok((needed(tests, goals.len()), passed))
}

/// Whether the other side of a decision has not been taken yet.
fn opens(cfg: &Cfg, taken: &FixedBitSet, guard: Guard) -> bool {
    let Guard::Edge { edge, depth: 0 } = guard else { return false };
    let is_misuse = |edge: EdgeId| matches!(cfg.edge(edge).action, Action::Misuse { .. });
    cfg.siblings(edge).iter().any(|other| !taken.contains(other.index()) && !is_misuse(*other))
}

/// The edges of the function itself that a run takes.
fn own_edges(trace: &Trace) -> impl Iterator<Item = EdgeId> {
    trace.taken.iter().filter(|taken| taken.depth == 0).map(|taken| taken.edge)
}

/// The goals that a run passes, ascending.
fn passes<'a>(goals: &'a [Target], trace: &'a Trace) -> impl Iterator<Item = usize> + 'a {
    let taken: FixedBitSet = own_edges(trace).map(EdgeId::index).collect();
    let is_passed = move |goal: &Target| goal.edges.iter().any(|edge| taken.contains(edge.index()));
    goals.iter().enumerate().filter(move |(_, goal)| is_passed(goal)).map(|(index, _)| index)
}

fn test(graphs: &dyn Graphs, cfg: &Cfg, goals: &[Target], trace: &Trace) -> Test {
    let end = match (&trace.run.end, trace.run.misuses.last()) {
        (End::Misuse, Some(misuse)) => misuse.rule.id().to_owned(),
        (End::Returned, _) => "returns".to_owned(),
        (End::NeverReturns, _) => "ends the program".to_owned(),
        (End::Undefined(what), _) => format!("is undefined: {what}"),
        (End::Unknown(why), _) => format!("cannot be followed further: {why}"),
        (End::Misuse | End::Steps, _) => "goes on for long".to_owned(),
    };
    Test { inputs: told(graphs, cfg, &cfg.function, trace), passes: passes(goals, trace).collect(), end }
}

/// The tests without those whose goals others pass, the later ones kept: they were made for more.
fn needed(mut tests: Vec<Test>, goals: usize) -> Vec<Test> {
    let mut at = 0;
    while at < tests.len() {
        let mut others = FixedBitSet::with_capacity(goals);
        let rest = tests.iter().enumerate().filter(|(index, _)| *index != at);
        others.extend(rest.flat_map(|(_, test)| &test.passes).copied());
        if tests[at].passes.iter().all(|goal| others.contains(*goal)) {
            tests.remove(at);
        } else {
            at += 1;
        }
    }
    tests
}
