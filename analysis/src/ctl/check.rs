//! Which states satisfy a formula: sets computed from the inside out.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::{Formula, Kripke, StateId};

/// The states that satisfy a formula and all formulas in it.
#[derive(Debug, Default)]
pub struct Satisfied<'f> {
    sets: FxHashMap<&'f Formula, FixedBitSet>,
}

impl Satisfied<'_> {
    /// The states that satisfy a part of the formula that was checked.
    ///
    /// # Panics
    /// If it is no part of that formula.
    pub fn of(&self, formula: &Formula) -> &FixedBitSet {
        &self.sets[formula]
    }

    /// Whether a state satisfies a part of the formula that was checked.
    pub fn holds(&self, state: StateId, formula: &Formula) -> bool {
        self.of(formula).contains(state)
    }
}

/// Checks a formula on all states, in time linear in the structure for every operator.
pub fn satisfied<'f>(kripke: &Kripke, formula: &'f Formula) -> Satisfied<'f> {
    let mut satisfied = Satisfied::default();
    for part in inside_out(formula) {
        if !satisfied.sets.contains_key(part) {
            let set = states(kripke, part, &satisfied);
            satisfied.sets.insert(part, set);
        }
    }
    satisfied
}

/// All parts of a formula, inner ones first; without recursion.
fn inside_out(formula: &Formula) -> Vec<&Formula> {
    let mut parts = vec![formula];
    let mut next = 0;
    while next < parts.len() {
        match parts[next] {
            Formula::True | Formula::Label(_) => {}
            Formula::Not(a) | Formula::Ex(a) | Formula::Eg(a) => parts.push(a),
            Formula::And(a, b) | Formula::Eu(a, b) => parts.extend([a.as_ref(), b.as_ref()]),
        }
        next += 1;
    }
    parts.reverse();
    parts
}

fn states(kripke: &Kripke, formula: &Formula, known: &Satisfied) -> FixedBitSet {
    match formula {
        Formula::True => all(kripke),
        Formula::Label(name) => kripke.labelled(name),
        Formula::Not(inner) => {
            let mut set = all(kripke);
            set.difference_with(known.of(inner));
            set
        }
        Formula::And(a, b) => {
            let mut set = known.of(a).clone();
            set.intersect_with(known.of(b));
            set
        }
        Formula::Ex(inner) => {
            let mut set = FixedBitSet::with_capacity(kripke.len());
            for state in known.of(inner).ones() {
                set.extend(kripke.predecessors(state).iter().copied());
            }
            set
        }
        Formula::Eu(before, goal) => until(kripke, known.of(before), known.of(goal)),
        Formula::Eg(inner) => for_ever(kripke, known.of(inner)),
    }
}

fn all(kripke: &Kripke) -> FixedBitSet {
    let mut set = FixedBitSet::with_capacity(kripke.len());
    set.insert_range(..);
    set
}

/// Backwards from the goal through states that may come before it.
fn until(kripke: &Kripke, before: &FixedBitSet, goal: &FixedBitSet) -> FixedBitSet {
    let mut set = goal.clone();
    let mut pending: Vec<StateId> = goal.ones().collect();
    while let Some(state) = pending.pop() {
        for &previous in kripke.predecessors(state) {
            if before.contains(previous) && !set.put(previous) {
                pending.push(previous);
            }
        }
    }
    set
}

/// The states of a set that can stay in it: those without a successor in it leave until none does.
fn for_ever(kripke: &Kripke, within: &FixedBitSet) -> FixedBitSet {
    let mut set = within.clone();
    let mut left: Vec<usize> = (0..kripke.len())
        .map(|state| kripke.successors(state).iter().filter(|to| within.contains(**to)).count())
        .collect();
    let mut pending: Vec<StateId> = set.ones().filter(|state| left[*state] == 0).collect();
    while let Some(state) = pending.pop() {
        set.remove(state);
        for &previous in kripke.predecessors(state) {
            left[previous] = left[previous].saturating_sub(1);
            if left[previous] == 0 && set.contains(previous) {
                pending.push(previous);
            }
        }
    }
    set
}
