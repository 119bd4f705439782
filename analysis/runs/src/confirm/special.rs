//! Inputs that callers within the program choose, and that must have one special value.
//!
//! A run of a function is evidence of a misuse if the program may make it. What comes from outside, such as the
//! outcome of an allocation, can always happen. An argument is what some caller passes, and callers of the same
//! program often exclude just the value that nobody expects: a count of 0, a list that is empty.

use std::collections::BTreeSet;

use csieve_graph::{Action, Cfg, Edge, Loc, Type};
use csieve_lowering::unit::START;
use csieve_machine::{
    Chosen, InputObject, Source,
    concolic::{Asked, Assignment, Decision, Explorer, Guard, Trace},
};

use super::UnitGraphs;

/// The numbers that an input gets instead of the chosen one. If one of them leads to the misuse as well, the chosen
/// number is not special.
const OTHERS: [u128; 6] = [1, 2, 3, 10, 100, 0x5a5b_5c5d];

/// The largest number of runs that try other values.
const MOST_RUNS: u32 = 60;

/// Returns whether only code of the checked program calls a function. If nothing calls it, nothing excludes a value.
fn has_callers_within(graphs: &UnitGraphs, function: &str) -> bool {
    let files = graphs.files();
    let is_internal = !files.unit().context.is_exported(function) || files.has_all_calls(function);
    let mentioning = files.all().filter(|file| files.may_mention(*file, function));
    let mut callers = mentioning.map(|file| files.unit_of(file).calling(function));
    is_internal
        && function != START
        && callers.any(|calling| calling.is_none_or(|calling| !calling.is_empty()))
}

/// Returns the place of the first input of `trace` that callers within the program choose, and without whose value a
/// run of the function does not reach the misuse: `is_evidence` accepts no run with another value that is tried.
/// `assignment` has the inputs of `trace`.
pub(super) fn special(
    graphs: &UnitGraphs,
    cfg: &Cfg,
    explorer: &mut Explorer,
    is_evidence: &dyn Fn(&Trace) -> bool,
    (trace, assignment): (&Trace, &Assignment),
    run_steps: u32,
) -> Option<usize> {
    let function = cfg.function.as_str();
    if !has_callers_within(graphs, function) {
        return None;
    }
    let passed = passed(&trace.asked);
    let tests = tests(cfg, trace);
    let mut runs = 0;
    trace.asked.iter().position(|asked| {
        let is_passed = match &asked.source {
            Source::Param(index) => graphs.passed_values(function, *index).is_none(),
            Source::Memory { object, .. } => passed.contains(object),
            _ => false,
        };
        // The function asks for the value, and so expects it.
        let is_expected = || tests.iter().any(|test| explorer.asks_for_equality(test, asked));
        let others = if is_passed && !is_expected() { others(asked, assignment) } else { Vec::new() };
        !others.is_empty()
            && !others.iter().any(|other| {
                runs += 1;
                let mut changed = assignment.clone();
                match other {
                    Some(number) => changed.insert(asked.source.clone(), *number),
                    None => changed.remove(&asked.source),
                };
                runs > MOST_RUNS || is_evidence(&explorer.run(&changed, run_steps))
            })
    })
}

/// Returns the decisions of a run after which the function does something of its own. Where a comparison ends a loop,
/// the compared value may just be the one with which the loop does nothing.
fn tests<'t>(cfg: &Cfg, trace: &'t Trace) -> Vec<&'t Decision> {
    let loops = cfg.loops();
    let ends_loop = |from: Loc| {
        let leaves =
            |inside: &Vec<Loc>| cfg.edges.iter().any(|edge| edge.from == from && !inside.contains(&edge.to));
        loops.iter().any(|inside| inside.contains(&from) && leaves(inside))
    };
    let is_test = |decision: &&Decision| {
        let Guard::Edge { edge, depth } = decision.guard else { return false };
        depth > 0 || {
            let Edge { from, action, .. } = cfg.edge(edge);
            matches!(action, Action::Assume { .. }) && !ends_loop(*from)
        }
    };
    trace.decisions.iter().filter(is_test).collect()
}

/// Returns the objects to which parameters lead, directly or through other such objects.
fn passed(asked: &[Asked]) -> BTreeSet<&InputObject> {
    let mut passed = BTreeSet::new();
    // A run asks for a pointer before it asks for what is behind it.
    for Asked { source, chosen, .. } in asked {
        let is_passed = match source {
            Source::Param(_) => true,
            Source::Memory { object, .. } => passed.contains(object),
            _ => false,
        };
        if let (true, Chosen::Object { object, .. }) = (is_passed, chosen) {
            passed.insert(object);
        }
    }
    passed
}

/// Returns other values for an input: numbers, or `None` for what an input gets that nobody chooses, which is a
/// valid pointer to an object of its own. Empty if no other value is tried.
fn others(asked: &Asked, assignment: &Assignment) -> Vec<Option<u128>> {
    match (&asked.chosen, asked.ty) {
        (Chosen::Number(number), Type::Int(int)) => {
            let is_other = |other: &u128| {
                i128::try_from(*other)
                    .is_ok_and(|other| other != *number && int.min() <= other && other <= int.max())
            };
            OTHERS.into_iter().filter(is_other).map(Some).collect()
        }
        _ if assignment.contains_key(&asked.source) => vec![None],
        _ => Vec::new(),
    }
}
