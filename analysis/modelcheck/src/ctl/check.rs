//! The set of states that satisfy a formula, computed from the innermost formulas outwards.

use fixedbitset::FixedBitSet;

use super::{Formula, FormulaId, Formulas, Kripke, StateId};

/// The states that satisfy a formula and all formulas in it, one set for each.
#[derive(Debug)]
pub struct Satisfied {
    /// The sets of states, indexed by formula. `None` for a formula that is no part of the one that was
    /// checked.
    sets: Vec<Option<FixedBitSet>>,
}

impl Satisfied {
    /// Returns the states that satisfy a part of the formula that was checked.
    ///
    /// # Panics
    /// If `formula` is no part of the formula that was checked.
    pub fn of(&self, formula: FormulaId) -> &FixedBitSet {
        self.sets[formula.index()].as_ref().expect("it is a part of the formula that was checked")
    }

    /// Returns whether a state satisfies a part of the formula that was checked.
    ///
    /// # Panics
    /// If `formula` is no part of the formula that was checked.
    pub fn holds(&self, state: StateId, formula: FormulaId) -> bool {
        self.of(formula).contains(state)
    }
}

/// Computes the states that satisfy a formula and its parts. Takes linear time in the structure for each
/// distinct part, and one bit of memory for each state.
pub fn satisfied(kripke: &Kripke, formulas: &Formulas, formula: FormulaId) -> Satisfied {
    let mut known = Satisfied { sets: vec![None; formula.index() + 1] };
    for part in formulas.parts(formula) {
        known.sets[part.index()] = Some(states(kripke, formulas.get(part), &known));
    }
    known
}

fn states(kripke: &Kripke, formula: &Formula, known: &Satisfied) -> FixedBitSet {
    match *formula {
        Formula::True => all(kripke),
        Formula::Label(ref name) => kripke.labelled(name),
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

/// Returns the states from which a state of `goal` is reachable through states of `before`: a search
/// backwards from the goal.
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

/// Returns the states of a set that have an infinite path within the set: states without a successor in the
/// set are removed until none is left.
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
