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
fn shortest<'a>(automaton: &Automaton, cone: &Cone<'a>, split: bool, budget: &mut Steps) -> Option<Cone<'a>> {
    let starts = (0..cone.events.len()).rev().filter(|start| match cone.events[*start].1 {
        Event::Update(id) => cone.updates.binary_search(id).is_ok(),
        Event::Kill(_) => false,
    });
    starts
        .map(|start| cone.from(automaton, start))
        .find(|end| ConflictSystem::new(automaton, end, &end.updates, split).conflict(budget).is_some())
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
            if ConflictSystem::new(path.automaton, cone, &kept(&rest, cone.last), split)
                .conflict(budget)
                .is_some()
            {
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
