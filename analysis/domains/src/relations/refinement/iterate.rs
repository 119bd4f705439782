//! One iteration, with hints.

use std::rc::Rc;

use super::super::{Constraint, Domain};
use super::hint::instead;
use super::system::flowed;
use super::{Hint, Instead, Transition, Transitions};
use csieve_base::budget::Steps;
use csieve_base::fixpoint::{Graph, Limits, Order, Rounds, Stop, Sweep, sweep};

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
    let flow = system.flow();
    // Runs begin at node 0 with anything, so that nothing new can come there.
    let order = Order::of_sequence(&flow, system.order.iter().copied().filter(|node| *node != 0));
    let nothing = |_: &usize| Rc::new(D::bottom(system.dimensions));
    let mut first: Vec<Rc<D>> = system.order.iter().map(nothing).collect();
    first[0] = Rc::new(D::top(system.dimensions));
    let (thresholds, steps) = (system.thresholds(), vec![first.clone()]);
    let mut iteration = Iteration { system, flow: &flow, hints, before, thresholds, steps };
    let rounds = Rounds { most: STEPS, narrowing: NARROWING };
    let result = sweep((&flow, &order), rounds, &mut iteration, first, &mut Limits::of(budget)).ok()?;
    Some(Run { steps: iteration.steps, result })
}

/// An iteration on its way.
struct Iteration<'i, D> {
    system: &'i Transitions,
    flow: &'i Graph,
    hints: &'i [Hint],
    before: Option<&'i Run<D>>,
    thresholds: Vec<Constraint>,
    steps: Vec<Vec<Rc<D>>>,
}

impl<D: Domain> Sweep for Iteration<'_, D> {
    type State = Rc<D>;

    fn incoming(&mut self, node: usize, states: &[Rc<D>], limits: &mut Limits) -> Result<Rc<D>, Stop> {
        let ways = self.flow.entering(node).map(|way| &self.system.ways[way]);
        coming(ways, self.system.dimensions, states, limits).map(Rc::new)
    }

    fn grow(&mut self, node: usize, step: usize, known: &Rc<D>, comes: Rc<D>) -> Option<Rc<D>> {
        if !self.system.heads.contains(node) {
            return (*known != comes).then_some(comes);
        }
        if known.includes(&comes) {
            return None;
        }
        let mut next = match instead(self.hints, node, step) {
            Some(Instead::Union) => known.join(&comes),
            Some(Instead::Connector) => known.connect(&comes),
            None => known.widen_up_to(&known.join(&comes), &self.thresholds),
        };
        if let Some(before) = self.before {
            next.meet_all(before.at(step, node));
        }
        Some(Rc::new(next))
    }

    fn narrow(&mut self, _: usize, known: &Rc<D>, again: Rc<D>) -> Rc<D> {
        let mut next = D::clone(known);
        next.meet_all(&again);
        Rc::new(next)
    }

    fn finished(&mut self, states: &[Rc<D>]) {
        self.steps.push(states.to_vec());
    }
}

/// All that comes into a node along its ways.
fn coming<'w, D: Domain>(
    ways: impl Iterator<Item = &'w Transition>,
    dimensions: usize,
    states: &[Rc<D>],
    limits: &mut Limits,
) -> Result<D, Stop> {
    let mut all: Option<D> = None;
    for way in ways {
        let next = flowed(&*states[way.from], &way.statements);
        limits.take(1 + way.statements.len())?;
        all = Some(match all {
            // Joining grows with the square of the constraints, and mostly more.
            Some(all) if !all.is_bottom() && !next.is_bottom() => {
                let cases = all.cases();
                let constraints = cases.iter().map(Vec::len).sum::<usize>();
                limits.take(constraints * constraints)?;
                all.join(&next)
            }
            Some(all) if next.is_bottom() => all,
            _ => next,
        });
    }
    Ok(all.unwrap_or_else(|| D::bottom(dimensions)))
}
