//! One iteration, with hints.

use std::rc::Rc;

use fixedbitset::FixedBitSet;

use super::super::Domain;
use super::hint::instead;
use super::system::flowed;
use super::{Hint, Instead, Transitions};
use csieve_base::budget::Steps;

/// Most steps of an iteration; widening ends one long before.
const STEPS: usize = 40;

/// Rounds that make states smaller again after the last step.
const NARROWING: usize = 2;

/// An iteration that came to its end.
#[derive(Clone, Debug)]
pub struct Run<D> {
    /// What may be at every node after every step: nothing but the start after the first, number 0. Nothing changes in the last.
    pub steps: Vec<Vec<Rc<D>>>,
    /// What may be at every node, after narrowing.
    pub result: Vec<Rc<D>>,
}

impl<D: Domain> Run<D> {
    /// What may be at the heads after a step, or after the last.
    fn at(&self, step: usize, node: usize) -> &D {
        &self.steps[step.min(self.steps.len() - 1)][node]
    }

    /// Whether no run gets past the end.
    pub fn excludes_end(&self, system: &Transitions) -> bool {
        flowed(&*self.result[system.end], &system.last).is_bottom()
    }
}

/// Iterates until nothing new comes (`MAFixPoint` of the paper): every step goes once through all nodes, and at the heads of
/// loops takes the union or the connector where a hint says so, or widens. The result is no larger than that of a run before,
/// with fewer hints. None if it takes too many steps of the budget: a constraint that is looked at is one.
pub fn iterate<D: Domain>(
    system: &Transitions,
    hints: &[Hint],
    before: Option<&Run<D>>,
    budget: &mut Steps,
) -> Option<Run<D>> {
    let (into, ranks, thresholds) = (system.into_nodes(), system.ranks(), system.thresholds());
    let nothing = |_: &usize| Rc::new(D::bottom(system.dimensions));
    let mut first: Vec<Rc<D>> = system.order.iter().map(nothing).collect();
    first[0] = Rc::new(D::top(system.dimensions));
    let mut steps = vec![first];
    let mut changed = FixedBitSet::with_capacity(system.order.len());
    changed.insert_range(..);
    for step in 1..=STEPS {
        let mut now = steps[step - 1].clone();
        let mut changes = FixedBitSet::with_capacity(system.order.len());
        let mut is_stable = true;
        for &node in system.order.iter().filter(|node| **node != 0) {
            // Ways that lead back come from the step before.
            let is_new = |way: &usize| {
                let from = system.ways[*way].from;
                if ranks[from] < ranks[node] { changes.contains(from) } else { changed.contains(from) }
            };
            if step > 1 && !into[node].iter().any(is_new) {
                continue;
            }
            let comes = coming(system, &into[node], &now, budget)?;
            if system.heads.contains(node) {
                if now[node].includes(&comes) {
                    continue;
                }
                is_stable = false;
                let mut next = match instead(hints, node, step) {
                    Some(Instead::Union) => now[node].join(&comes),
                    Some(Instead::Connector) => now[node].connect(&comes),
                    None => now[node].widen_up_to(&now[node].join(&comes), &thresholds),
                };
                if let Some(before) = before {
                    next.meet_all(before.at(step, node));
                }
                now[node] = Rc::new(next);
            } else if *now[node] != comes {
                now[node] = Rc::new(comes);
            } else {
                continue;
            }
            changes.insert(node);
        }
        steps.push(now);
        changed = changes;
        if is_stable && step > 1 {
            let result = narrowed(system, &into, steps[step].clone(), budget)?;
            return Some(Run { steps, result });
        }
    }
    None
}

/// What comes into a node.
fn coming<D: Domain>(
    system: &Transitions,
    into: &[usize],
    states: &[Rc<D>],
    budget: &mut Steps,
) -> Option<D> {
    let mut all: Option<D> = None;
    for way in into.iter().map(|way| &system.ways[*way]) {
        let next = flowed(&*states[way.from], &way.statements);
        if !budget.take_many(1 + way.statements.len() as u32) {
            return None;
        }
        all = Some(match all {
            // Joining grows with the square of the constraints, and mostly more.
            Some(all) if !all.is_bottom() && !next.is_bottom() => {
                let cases = all.cases();
                let constraints = cases.iter().map(Vec::len).sum::<usize>() as u32;
                if !budget.take_many(constraints * constraints) {
                    return None;
                }
                all.join(&next)
            }
            Some(all) if next.is_bottom() => all,
            _ => next,
        });
    }
    all.or_else(|| Some(D::bottom(system.dimensions)))
}

/// Every state holds all that comes, so what comes is as true, and says more.
fn narrowed<D: Domain>(
    system: &Transitions,
    into: &[Vec<usize>],
    mut states: Vec<Rc<D>>,
    budget: &mut Steps,
) -> Option<Vec<Rc<D>>> {
    for _ in 0..NARROWING {
        for &node in system.order.iter().filter(|node| **node != 0) {
            let comes = coming(system, &into[node], &states, budget)?;
            let mut next = D::clone(&states[node]);
            next.meet_all(&comes);
            states[node] = Rc::new(next);
        }
    }
    Some(states)
}
