//! Words that show why a formula holds or fails.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::{Formula, Kripke, Satisfied, StateId, satisfied};

/// A path, as states. A path that goes on for ever ends in a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The states, the first one included.
    pub states: Vec<StateId>,
    /// Where the last state goes back to, as an index into `states`.
    pub loops_to: Option<usize>,
}

/// A path that shows that the initial state satisfies an existential formula; none if it does not, or if
/// no single path can show it. The path is shortest for the outermost operator, then for the next inside.
pub fn witness(kripke: &Kripke, formula: &Formula) -> Option<Evidence> {
    let known = satisfied(kripke, formula);
    let mut evidence = Evidence { states: vec![kripke.initial()], loops_to: None };
    known.holds(kripke.initial(), formula).then(|| explain(kripke, &known, formula, &mut evidence))?;
    Some(evidence)
}

/// A path that shows that the initial state violates a universal formula; none if it satisfies it.
pub fn counterexample(kripke: &Kripke, formula: &Formula) -> Option<Evidence> {
    witness(kripke, &formula.clone().negated())
}

/// Prolongs a path so that it shows that its last state satisfies a formula, which it does.
fn explain(kripke: &Kripke, known: &Satisfied, formula: &Formula, path: &mut Evidence) {
    let mut formula = formula;
    loop {
        let Some(&last) = path.states.last() else { return };
        match formula {
            Formula::Ex(inner) => {
                let next = kripke.successors(last).iter().find(|state| known.holds(**state, inner));
                path.states.extend(next);
                formula = inner;
            }
            Formula::Eu(before, goal) => {
                path.states.extend(shortest(kripke, last, known.of(before), known.of(goal)));
                formula = goal;
            }
            Formula::Eg(_) => {
                lasso(kripke, known.of(formula), path);
                return;
            }
            // A conjunction is shown by its temporal part; labels show themselves.
            Formula::And(a, b) => match (is_temporal(a), is_temporal(b)) {
                (true, _) => formula = a,
                (_, true) => formula = b,
                _ => return,
            },
            Formula::Not(inner) => match inner.as_ref() {
                Formula::Not(inner) => formula = inner,
                Formula::And(a, b) => {
                    // One side fails, and its negation is what has to be shown.
                    let failing = if known.holds(last, a) { b } else { a };
                    match failing.as_ref() {
                        Formula::Not(inner) => formula = inner,
                        _ => return,
                    }
                }
                _ => return,
            },
            Formula::True | Formula::Label(_) => return,
        }
    }
}

/// Whether a path can show it.
fn is_temporal(formula: &Formula) -> bool {
    match formula {
        Formula::Ex(_) | Formula::Eu(..) | Formula::Eg(_) => true,
        Formula::And(a, b) => is_temporal(a) || is_temporal(b),
        Formula::Not(inner) => match inner.as_ref() {
            Formula::Not(inner) => is_temporal(inner),
            Formula::And(a, b) => {
                [a, b].iter().any(|side| matches!(side.as_ref(), Formula::Not(inner) if is_temporal(inner)))
            }
            _ => false,
        },
        Formula::True | Formula::Label(_) => false,
    }
}

/// The states after `from` on a shortest path through `before` to `goal`.
fn shortest(kripke: &Kripke, from: StateId, before: &FixedBitSet, goal: &FixedBitSet) -> Vec<StateId> {
    if goal.contains(from) {
        return Vec::new();
    }
    let mut parents: FxHashMap<StateId, StateId> = FxHashMap::default();
    let mut pending = VecDeque::from([from]);
    while let Some(state) = pending.pop_front() {
        for &next in kripke.successors(state) {
            if next == from || parents.contains_key(&next) {
                continue;
            }
            if goal.contains(next) {
                parents.insert(next, state);
                return back(&parents, from, next);
            }
            if before.contains(next) {
                parents.insert(next, state);
                pending.push_back(next);
            }
        }
    }
    Vec::new()
}

fn back(parents: &FxHashMap<StateId, StateId>, from: StateId, to: StateId) -> Vec<StateId> {
    let mut path = vec![to];
    let mut at = to;
    while let Some(&parent) = parents.get(&at).filter(|parent| **parent != from) {
        path.push(parent);
        at = parent;
    }
    path.reverse();
    path
}

/// Goes on within a set until a state comes up again.
fn lasso(kripke: &Kripke, within: &FixedBitSet, path: &mut Evidence) {
    let start = path.states.len() - 1;
    while let Some(&last) = path.states.last() {
        let Some(&next) = kripke.successors(last).iter().find(|state| within.contains(**state)) else {
            return;
        };
        if let Some(at) = path.states[start..].iter().position(|state| *state == next) {
            path.loops_to = Some(start + at);
            return;
        }
        path.states.push(next);
    }
}
