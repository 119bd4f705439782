//! Conflicts: minimal sets of equations without a solution ([PR], section 4.3).

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_base::budget::Steps;
use csieve_dataflow::automaton::{Automaton, Event, UpdateId};
use csieve_domains::interval::Interval;

use super::{
    CounterexamplePath,
    cone::Cone,
    facts::FactsObserver,
    known::{PathIntervals, Scope},
    system::{ConflictSystem, Equation, unknown_value},
};

/// The largest number of conflicts taken from one path.
const MAX_CONFLICTS: usize = 4;

/// Equations over intervals that no run satisfies, with their least solution.
#[derive(Clone, Debug)]
pub struct IntervalConflict {
    /// The equations, by first occurrence on the path.
    pub equations: Vec<Equation>,
    /// The least solution, one interval for each equation. At least one is empty.
    pub values: Vec<Interval>,
    /// The updates of the equations, ascending.
    pub updates: Vec<UpdateId>,
}

/// Returns the conflicts on a path with their observers. Each conflict ends at another position of the path.
/// There are at most [`MAX_CONFLICTS`].
pub(crate) fn conflicts<'a>(
    path: &CounterexamplePath<'a, '_>,
    scope: Scope,
    budget: &mut Steps,
) -> Vec<(IntervalConflict, FactsObserver<'a>)> {
    let events = path.events();
    let mut found: Vec<(IntervalConflict, FactsObserver)> = Vec::new();
    let mut known = PathIntervals::default();
    let mut last_position = None;
    for (index, (position, event)) in events.iter().enumerate() {
        let clashes = known.apply(path.automaton, event, scope);
        if !clashes || last_position == Some(*position) {
            continue;
        }
        last_position = Some(*position);
        if let Some(conflict) = conflict_at(path, &events, index, scope, budget)
            && found.iter().all(|(other, _)| other.updates != conflict.updates)
        {
            let observer = FactsObserver::new(path, &conflict);
            found.push((conflict, observer));
        }
        if found.len() == MAX_CONFLICTS {
            break;
        }
    }
    found
}

/// Returns whether the joined equations of a whole path have no solution: one equation for each update, which
/// takes the union over all occurrences ([PR], section 4.2, the system `IE_w`). Paths that only differ in how
/// often they go through a loop have the same equations. True if the budget runs out.
pub fn excludes_any_rounds(path: &CounterexamplePath, budget: &mut Steps) -> bool {
    let events = path.events();
    let mut known = PathIntervals::default();
    let mut seen = FxHashSet::default();
    for (index, (_, event)) in events.iter().enumerate() {
        let Event::Update(id) = event else {
            known.apply(path.automaton, event, Scope::All);
            continue;
        };
        // A condition that clashes in one round may hold in another. Its joined equation is the same in all
        // rounds, and the last one has most occurrences.
        if !known.apply(path.automaton, event, Scope::All) {
            continue;
        }
        let last = events
            .iter()
            .rposition(|(_, other)| matches!(other, Event::Update(same) if same == id))
            .unwrap_or(index);
        if !seen.insert(*id) {
            continue;
        }
        let Some(cone) = Cone::of(path.automaton, &events, last, Scope::All) else { continue };
        let system = ConflictSystem::new(path.automaton, &cone, &cone.updates, false);
        if system.conflict(budget).is_some() || budget.left() == 0 {
            return true;
        }
    }
    false
}

fn conflict_at<'a>(
    path: &CounterexamplePath<'a, '_>,
    events: &[(usize, &'a Event)],
    index: usize,
    scope: Scope,
    budget: &mut Steps,
) -> Option<IntervalConflict> {
    let cone = Cone::of(path.automaton, events, index, scope)?;
    let automaton = path.automaton;
    let (cone, split) = match shortest(automaton, &cone, false, budget) {
        Some(fragment) => (fragment, false),
        None => (shortest(automaton, &cone, true, budget)?, true),
    };
    let minimal = minimised(path, &cone, split, budget);
    let cone = cone.narrowed(automaton, |id| minimal.binary_search(&id).is_ok());
    let cone = shortest(automaton, &cone, split, budget)?;
    let updates = with_passed_bounds(path, &cone, &minimal);
    let system = ConflictSystem::new(automaton, &cone, &updates, split);
    let values = system.conflict(budget)?;
    Some(IntervalConflict { equations: system.equations, values, updates })
}

/// Returns the shortest suffix of a cone that is a conflict (the fragment of [PR], section 4.3). `None` if no
/// suffix is one, or if the budget runs out.
///
/// Another event before a suffix can only narrow what the events of the suffix give one after the other, so
/// the longest suffix to which that leaves a value is found by halving, and no shorter one has to be asked.
/// Joined equations are weaker than that, so that of the longer ones each has to be solved.
fn shortest<'a>(automaton: &Automaton, cone: &Cone<'a>, split: bool, budget: &mut Steps) -> Option<Cone<'a>> {
    let is_start = |start: &usize| match cone.events[*start].1 {
        Event::Update(id) => cone.updates.binary_search(id).is_ok(),
        Event::Kill(_) => false,
    };
    let starts: Vec<usize> = (0..cone.events.len()).rev().filter(is_start).collect();
    let possible = starts
        .partition_point(|start| !is_impossible(automaton, &cone.events[*start..], &cone.updates, budget));
    let mut longer = starts[possible..].iter().map(|start| cone.from(automaton, *start));
    if split {
        return longer.next();
    }
    longer.find(|end| ConflictSystem::new(automaton, end, &end.updates, split).conflict(budget).is_some())
}

/// Returns whether the last of some events is impossible after those before it, if only the updates in `kept`
/// are evaluated, which is ascending. This is the system of the events with an equation for each occurrence,
/// solved in one pass: where it leaves a value, joined equations leave one, too. False if the budget runs out.
fn is_impossible(
    automaton: &Automaton,
    events: &[(usize, &Event)],
    kept: &[UpdateId],
    budget: &mut Steps,
) -> bool {
    budget.take()
        && PathIntervals::default().last_value(automaton, events, kept).is_some_and(Interval::is_empty)
}

/// Returns a minimal set of updates, ascending, with which the value of the last update is still empty. Tries
/// to drop halves first, then smaller chunks, down to single updates. Updates that the path repeats are tried
/// first, so that a conflict contains a loop counter only if it has to.
fn minimised(path: &CounterexamplePath, cone: &Cone, split: bool, budget: &mut Steps) -> Vec<UpdateId> {
    let mut order = drop_order(path, cone);
    let mut chunk = order.len().div_ceil(2).max(1);
    loop {
        let mut at = 0;
        while at < order.len() {
            let end = (at + chunk).min(order.len());
            let rest: Vec<UpdateId> = order[..at].iter().chain(&order[end..]).copied().collect();
            if is_conflict(path.automaton, cone, &kept(&rest, cone.last), split, budget) {
                order = rest;
            } else {
                at = end;
            }
        }
        if chunk == 1 {
            return kept(&order, cone.last);
        }
        chunk = chunk.div_ceil(2);
    }
}

/// Returns whether the equations of some updates of a cone, ascending, have no solution. False if the budget
/// runs out.
fn is_conflict(
    automaton: &Automaton,
    cone: &Cone,
    kept: &[UpdateId],
    split: bool,
    budget: &mut Steps,
) -> bool {
    is_impossible(automaton, &cone.events, kept, budget)
        && (split || ConflictSystem::new(automaton, cone, kept, split).conflict(budget).is_some())
}

fn kept(others: &[UpdateId], last: UpdateId) -> Vec<UpdateId> {
    let mut all: Vec<UpdateId> = others.iter().copied().chain([last]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the updates of a cone without the last. Updates that the path repeats come first, then counters
/// (`x = x + 1`). Otherwise they are in path order.
fn drop_order(path: &CounterexamplePath, cone: &Cone) -> Vec<UpdateId> {
    let mut occurrences: FxHashMap<UpdateId, (usize, usize)> = FxHashMap::default();
    for (index, (_, event)) in cone.events.iter().enumerate() {
        if let Event::Update(id) = event {
            occurrences.entry(*id).or_insert((0, index)).0 += 1;
        }
    }
    let mut order: Vec<UpdateId> = cone.updates.iter().copied().filter(|id| *id != cone.last).collect();
    let is_counter = |id: UpdateId| {
        let update = path.automaton.update(id);
        !update.restricts && update.reads.contains(&update.target)
    };
    order.sort_by_key(|id| {
        let (count, first) = occurrences.get(id).copied().unwrap_or_default();
        (count < 2, !is_counter(*id), first)
    });
    order
}

/// Adds the conditions of the cone that bound a variable of the conflict, as in the chain `x = 10`, `x > 0`,
/// `x == 1` of [PR]: they help readers. A condition only narrows values, so the equations stay without a
/// solution.
fn with_passed_bounds(path: &CounterexamplePath, cone: &Cone, minimal: &[UpdateId]) -> Vec<UpdateId> {
    let automaton = path.automaton;
    let is_bound = |id: UpdateId| {
        let update = automaton.update(id);
        update.restricts
            && *update.reads == [update.target]
            && unknown_value(automaton, id) != automaton.range(update.target)
    };
    cone.narrowed(automaton, |id| minimal.binary_search(&id).is_ok() || is_bound(id)).updates
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::on_path;

    /// The suffix that [`shortest`] has to return, found by solving the equations of each.
    fn first_of_all<'a>(automaton: &Automaton, cone: &Cone<'a>, split: bool) -> Option<Cone<'a>> {
        let mut budget = Steps::new(1_000_000);
        let longer = (0..cone.events.len()).rev().map(|start| cone.from(automaton, start));
        let mut longer = longer.filter(|end| !end.updates.is_empty());
        longer.find(|end| {
            ConflictSystem::new(automaton, end, &end.updates, split).conflict(&mut budget).is_some()
        })
    }

    fn halving_finds_the_first(text: &str, rounds: usize) -> usize {
        on_path((text, rounds, false), |path, _, _| {
            let events = path.events();
            let ends = (0..events.len()).filter_map(|end| Cone::of(path.automaton, &events, end, Scope::All));
            let mut conflicts = 0;
            for (cone, split) in ends.flat_map(|cone| [(cone.clone(), false), (cone, true)]) {
                let found = shortest(path.automaton, &cone, split, &mut Steps::new(1_000_000));
                let expected = first_of_all(path.automaton, &cone, split);
                let begin = |cone: &Cone| (cone.events.first().map(|event| event.0), cone.updates.clone());
                assert_eq!(found.as_ref().map(begin), expected.as_ref().map(begin), "{text}");
                conflicts += usize::from(found.is_some());
            }
            conflicts
        })
    }

    #[test]
    fn the_shortest_conflict_is_the_one_that_solving_each_suffix_finds() {
        // A counter that the last condition contradicts: only all rounds together, and no joined equation, say so.
        let counter = "void f(void) { int i = 0; while (i < 3) i++; if (i > 7) reached(); }";
        assert!(halving_finds_the_first(counter, 3) > 0);
        // A later bound is enough; what is before it belongs to no conflict.
        let bounds = "void f(int n) {
            n = n & 1023; if (n < 100) { if (n < 10) { int m = n + 1; if (m > 50) reached(); } } }";
        assert!(halving_finds_the_first(bounds, 0) > 0);
        // An earlier occurrence of an update takes the conflict from the joined equation, not from the split one.
        let flag = "void f(int n) {
            int x = 9; do { use(0); x = n ? 1 : x; n = 0; } while (ask()); if (x > 20) reached(); }";
        assert!(halving_finds_the_first(flag, 2) > 0);
        let calls =
            "void f(void) { int n = ask(); if (n > 5) { n = ask(); if (n > 9 && n < 4) reached(); } }";
        assert!(halving_finds_the_first(calls, 0) > 0);
        let possible = "void f(int n) { for (int i = 0; i < n; i++) use(0); if (n > 2) reached(); }";
        assert_eq!(halving_finds_the_first(possible, 3), 0);
    }
}
