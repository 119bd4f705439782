//! Whether a misuse in a run that begins with chosen values rests on these choices.
//!
//! A run from a function that a program calls begins with objects and numbers that we choose. Callers may never
//! pass such values, so a misuse counts only if the function itself gives the reason for them: it tests them.

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_base::options::ProgramLimits;
use csieve_graph::{Action, EdgeId, Loc};
use csieve_machine::{
    Callee, Chosen, Graphs, Misuse,
    concolic::{Assignment, Decision, Explorer, Guard, Taken, Trace},
};

use super::World;

/// Returns whether the misuse of a run, which `is_it` recognises, happens whatever is chosen for the inputs
/// that the function does not test, and for those that it tests as long as the tests have the same results.
/// Only tests in the function in which the run begins are reasons, and only if none is repeated, as in a loop:
/// how often a loop goes round is a choice.
pub(super) fn are_given(
    world: &World,
    explorer: &mut Explorer,
    trace: &Trace,
    is_it: &dyn Fn(&Misuse) -> bool,
    limits: ProgramLimits,
) -> bool {
    let Some(misuse) = trace.run.misuses.iter().find(|misuse| is_it(misuse)) else { return false };
    let before = before(trace, misuse);
    let tests = tests(world, trace, &before);
    let tested: Vec<Decision> = tests.iter().flat_map(|test| test.decisions.iter().copied()).collect();
    if !guard(world, &tests, misuse) {
        return false;
    }
    let decisions = before.last().map_or(0, |last| last.decisions);
    let later = trace.taken.iter().find(|taken| taken.step >= misuse.after);
    let later = later.map_or(trace.decisions.len(), |taken| taken.decisions);
    let is_free = |at| explorer.otherwise(trace, &Assignment::new(), at, limits.solver_steps).is_some();
    if (decisions..later).any(is_free) {
        return false;
    }
    let others = explorer.others(trace, &chosen(trace), &tested, limits.solver_steps);
    others.is_some_and(|others| {
        others.iter().all(|other| explorer.run(other, limits.run_steps).run.misuses.iter().any(is_it))
    })
}

/// Returns whether all tests of a run stand in the function in which it begins, each once, and the misuse, or the
/// call that leads to it, is not reached when one of them has another result. If it is reached then, too, the
/// author may know that the misuse does not happen with this result.
fn guard(world: &World, tests: &[Test], misuse: &Misuse) -> bool {
    let (Callee::Graph(cfg), Some((_, place))) = (world.graph(world.start()), misuse.frames.first()) else {
        return false;
    };
    let place = cfg.edge(*place).from.index();
    let mut known = FxHashSet::default();
    tests.iter().all(|Test { taken, .. }| {
        let avoids = |edge: &EdgeId| !cfg.reached_from(cfg.edge(*edge).to).contains(place);
        let is_needed = || cfg.siblings(taken.edge).iter().all(|edge| *edge == taken.edge || avoids(edge));
        taken.depth == 0 && known.insert(taken.edge) && is_needed()
    })
}

/// A step of a run that rests on a test of inputs.
pub(super) struct Test<'t> {
    /// The edge that was taken after the test.
    pub taken: &'t Taken,
    /// The decisions of the test.
    decisions: Vec<Decision>,
}

/// Returns those of some steps of a run that rest on tests of inputs. Checks of operands, such as that of a
/// pointer that is accessed, are no tests.
pub(super) fn tests<'t>(world: &World, trace: &Trace, steps: &[&'t Taken]) -> Vec<Test<'t>> {
    let mut from = 0;
    let mut tests = Vec::new();
    // Whether conditions at a location come from an operation: a `switch` has many conditions.
    let mut implied: FxHashMap<(u32, Loc), bool> = FxHashMap::default();
    for taken in steps {
        let decisions = &trace.decisions[from..taken.decisions];
        from = taken.decisions;
        let Callee::Graph(cfg) = world.graph(trace.function(taken)) else { continue };
        let mut is_test = |decision: &&Decision| {
            let Guard::Edge { edge, .. } = decision.guard else { return false };
            let is_condition =
                matches!(cfg.edge(edge).action, Action::Assume { .. } | Action::AssumeNone { .. });
            let from = cfg.edge(edge).from;
            let known = implied.entry((taken.function, from));
            decision.holds.is_some() && is_condition && !*known.or_insert_with(|| cfg.is_implied(edge))
        };
        let decisions: Vec<Decision> =
            decisions.iter().filter(|decision| is_test(decision)).copied().collect();
        if !decisions.is_empty() {
            tests.push(Test { taken, decisions });
        }
    }
    tests
}

/// Returns the steps of a run before a misuse, without the one that goes wrong.
fn before<'t>(trace: &'t Trace, misuse: &Misuse) -> Vec<&'t Taken> {
    let mut before: Vec<_> = trace.taken.iter().take_while(|taken| taken.step < misuse.after).collect();
    if let (Some(last), Some((function, edge))) = (before.last(), misuse.frames.last())
        && last.edge == *edge
        && trace.function(last) == function
    {
        before.pop();
    }
    before
}

/// Returns the numbers and null pointers with which a run was made.
fn chosen(trace: &Trace) -> Assignment {
    let bits = trace.asked.iter().filter_map(|asked| match asked.chosen {
        Chosen::Number(number) => Some((asked.source.clone(), number as u128)),
        Chosen::Null => Some((asked.source.clone(), 0)),
        Chosen::Object { .. } | Chosen::Nothing => None,
    });
    bits.collect()
}
