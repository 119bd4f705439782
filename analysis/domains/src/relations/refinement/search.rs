//! Iterations with more and more hints.

use std::rc::Rc;

use super::super::Domain;
use super::weakest::weakest;
use super::{Hint, Instead, Loss, Run, Transitions, iterate};
use csieve_base::budget::Steps;

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Most hints of one iteration.
    pub hints: usize,
    /// Most sets of hints that wait to be tried (the paper has 3).
    pub alternatives: usize,
    /// Most steps of one iteration.
    pub steps: u32,
}

/// What came of iterations.
#[derive(Clone, Debug)]
pub enum Refined<T> {
    /// What was made of one that excludes the end.
    Excluded(T),
    /// No hint excludes the end: nothing was lost on the way to it.
    Reached,
    /// No hint is known that helps; a domain that keeps states apart may.
    Unknown,
}

/// Hints to try, with the iteration that led to them.
struct Alternative<D> {
    hints: Vec<Hint>,
    before: Option<Rc<Run<D>>>,
}

/// Iterates, and adds a hint where the counterexample of an iteration was made up (`SARefinement` of the paper). If a connector
/// would have been enough there, a union is tried as well; two connectors do not follow each other. `make` gets an
/// iteration that excludes the end, with its hints.
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
            // Going back, one conjunction at a time, says nothing of what `!=` excludes.
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
