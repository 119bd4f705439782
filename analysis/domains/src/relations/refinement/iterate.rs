//! One iteration of abstract interpretation with hints of refinement.

use std::rc::Rc;

use super::super::{Constraint, Domain};
use super::hint::instead;
use super::system::flowed;
use super::{Hint, Instead, Transition, Transitions};
use csieve_base::budget::Steps;
use csieve_base::fixpoint::{Graph, Limits, Order, Rounds, Stop, Sweep, sweep};

/// The maximal number of steps of an iteration. The widening ends an iteration long before.
const STEPS: usize = 40;

/// The number of rounds of narrowing after the last step, each once through all nodes.
const NARROWING: usize = 2;

/// The result of a finished iteration of abstract interpretation.
#[derive(Clone, Debug)]
pub struct Run<D> {
    /// The states of all nodes after every step. Entry 0 has the states before the first step, in which only
    /// the start node has values. The last step changes nothing.
    pub steps: Vec<Vec<Rc<D>>>,
    /// The states of all nodes after narrowing.
    pub result: Vec<Rc<D>>,
}

impl<D: Domain> Run<D> {
    /// Returns the state of a node after a step, or after the last step if there were fewer.
    fn at(&self, step: usize, node: usize) -> &D {
        &self.steps[step.min(self.steps.len() - 1)][node]
    }

    /// Returns whether the result proves that no run gets past the end.
    pub fn excludes_end(&self, system: &Transitions) -> bool {
        flowed(&*self.result[system.end], &system.last).is_bottom()
    }
}

/// Iterates until no state changes (`MAFixPoint` of [GR]). Every step goes once through the nodes, in order,
/// and computes those anew into which something has changed. At the heads of loops it widens, or takes the
/// union or the connector if a hint says so. The states stay within those of the earlier iteration `before`,
/// which had fewer hints. Returns None if the budget or the steps end first. About one step of the budget is
/// taken for each constraint that is looked at.
pub fn iterate<D: Domain>(
    system: &Transitions,
    hints: &[Hint],
    before: Option<&Run<D>>,
    budget: &mut Steps,
) -> Option<Run<D>> {
    let flow = system.flow();
    // Runs begin at node 0 with any values, so its state cannot grow.
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

/// An iteration in progress.
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

/// Returns the join of the states that come into a node along some transitions.
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
            // The cost of a join grows at least with the square of the number of constraints.
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
