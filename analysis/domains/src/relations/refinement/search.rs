//! The refinement loop: iterations with more and more hints of refinement.

use std::rc::Rc;

use super::super::Domain;
use super::weakest::weakest;
use super::{Hint, Instead, Loss, Run, Transitions, iterate};
use csieve_base::budget::Steps;

/// The limits of a refinement.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The maximal number of hints of one iteration.
    pub hints: usize,
    /// The maximal number of sets of hints that wait to be tried ([GR] has 3).
    pub alternatives: usize,
    /// The maximal number of budget steps of one iteration.
    pub steps: u32,
}

/// The result of a refinement.
#[derive(Clone, Debug)]
pub enum Refined<T> {
    /// An iteration excludes the end. The value is what the caller made from this iteration.
    Excluded(T),
    /// No hint can exclude the end, because no precision was lost on the way to it.
    Reached,
    /// No useful hint was found. A domain of sets of states may do better.
    Unknown,
}

/// A set of hints to try, with the iteration that led to it.
struct Alternative<D> {
    hints: Vec<Hint>,
    before: Option<Rc<Run<D>>>,
}

/// Iterates until the end is excluded, and adds a hint for each spurious counterexample (`SARefinement` of
/// [GR]). If a connector would have been enough, a union is tried as well; two connectors never follow each
/// other. `make` gets an iteration that excludes the end, with its hints. If it returns None, the next set of
/// hints is tried.
pub fn refined<D: Domain, T>(
    system: &Transitions,
    plan: Plan,
    budget: &mut Steps,
    mut make: impl FnMut(&Run<D>, &[Hint], &mut Steps) -> Option<T>,
) -> Refined<T> {
    let mut open: Vec<Alternative<D>> = vec![Alternative { hints: Vec::new(), before: None }];
    while let Some(Alternative { mut hints, before }) = open.pop() {
        let given = plan.steps.min(budget.left());
        let mut own = Steps::new(given);
        let run = iterate(system, &hints, before.as_deref(), &mut own);
        budget.take_many(given - own.left());
        let Some(run) = run else { continue };
        if run.excludes_end(system) {
            match make(&run, &hints, budget) {
                Some(made) => return Refined::Excluded(made),
                None => continue,
            }
        }
        let hint = match weakest(system, &hints, &run) {
            // The search for the lost precision keeps one conjunction at a time, so it cannot tell what a
            // `!=` excludes.
            Loss::None if system.is_convex() => return Refined::Reached,
            Loss::Widened(hint) if hints.len() < plan.hints => hint,
            _ => continue,
        };
        let run = Some(Rc::new(run));
        let was_connected = hints.last().is_some_and(|last| last.instead == Instead::Connector);
        let union = Hint { instead: Instead::Union, ..hint };
        if hint.instead == Instead::Connector && !was_connected {
            if open.len() + 1 < plan.alternatives {
                let hints = hints.iter().copied().chain([union]).collect();
                open.push(Alternative { hints, before: run.clone() });
            }
            hints.push(hint);
        } else {
            hints.push(union);
        }
        open.push(Alternative { hints, before: run });
    }
    Refined::Unknown
}
