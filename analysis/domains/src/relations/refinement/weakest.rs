//! The search for the step of an iteration that lost the precision to exclude the end.

use super::super::{Constraint, Domain, Polyhedron};
use super::hint::instead;
use super::system::{flowed, reversed};
use super::{Hint, Instead, Run, Transitions};

/// The cause of an abstract counterexample of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// No precision was lost: as far as linear statements tell, some run follows the counterexample.
    None,
    /// A step widened where the operation of this hint would have been enough.
    Widened(Hint),
    /// Several states were joined, and only a domain of sets of states keeps them apart.
    Joined,
}

/// Follows an abstract counterexample back from the end to the step that introduced it (`Refine` of [GR]).
/// The search keeps one conjunction of each state on the way, so it follows one of several counterexamples.
/// It prefers earlier steps.
pub fn weakest<D: Domain>(system: &Transitions, hints: &[Hint], run: &Run<D>) -> Loss {
    let (into, ranks) = (system.into_nodes(), system.ranks());
    let mut step = run.steps.len() - 1;
    let mut node = system.end;
    let bad = reversed(&Polyhedron::top(system.dimensions), &system.last, system.dimensions);
    let Some(mut bad) = common(&*run.steps[step][node], &bad) else { return Loss::None };
    while node != 0 {
        if let Some(earlier) = step.checked_sub(1)
            && system.heads.contains(node)
            && let Some(same) = common(&*run.steps[earlier][node], &bad)
        {
            (step, bad) = (earlier, same);
            continue;
        }
        let ways = into[node].iter().map(|way| &system.ways[*way]);
        let mut sources = ways.filter_map(|way| {
            let is_on = ranks[way.from] < ranks[node];
            let at = if is_on { step } else { step.checked_sub(1)? };
            let from = reversed(&bad, &way.statements, system.dimensions);
            Some((way.from, at, common(&*run.steps[at][way.from], &from)?))
        });
        match sources.next() {
            Some(source) => (node, step, bad) = source,
            None => return lost(system, hints, run, (node, step), &bad, (&into[node], &ranks)),
        }
    }
    Loss::None
}

/// Returns how precision was lost at a step whose state has a part `bad` that comes from no earlier state.
fn lost<D: Domain>(
    system: &Transitions,
    hints: &[Hint],
    run: &Run<D>,
    (node, step): (usize, usize),
    bad: &Polyhedron,
    (into, ranks): (&[usize], &[usize]),
) -> Loss {
    let done = instead(hints, node, step);
    if !system.heads.contains(node) || step == 0 || done == Some(Instead::Union) {
        return Loss::Joined;
    }
    let ways = into.iter().map(|way| &system.ways[*way]);
    let comes = ways.map(|way| {
        let at = if ranks[way.from] < ranks[node] { step } else { step - 1 };
        flowed(&*run.steps[at][way.from], &way.statements)
    });
    let old = &run.steps[step - 1][node];
    let Some(comes) = comes.reduce(|all, next| all.join(&next)) else { return Loss::Joined };
    let keeps_out = |next: &D| common(next, bad).is_none();
    let hint = |instead| Loss::Widened(Hint { head: node, step, instead });
    let (connected, joined) = (old.connect(&comes), old.join(&comes));
    if done.is_none() && connected != joined && keeps_out(&connected) {
        return hint(Instead::Connector);
    }
    if keeps_out(&joined) { hint(Instead::Union) } else { Loss::Joined }
}

/// Intersects a polyhedron with the first conjunction of a state that has points in common with it; None if
/// there is none.
fn common<D: Domain>(state: &D, with: &Polyhedron) -> Option<Polyhedron> {
    state.cases().iter().find_map(|case: &Vec<Constraint>| {
        let mut both = with.clone();
        for constraint in case {
            both.meet(constraint);
        }
        (!both.is_bottom()).then_some(both)
    })
}
