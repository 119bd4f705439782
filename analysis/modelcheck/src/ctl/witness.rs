//! Paths that show why a formula holds or fails.

use super::{
    FormulaId, Formulas, Kripke, Satisfied, StateId,
    goal::{Goal, Goals},
    satisfied,
    search::WitnessSearch,
};

/// A path, as a sequence of states. An infinite path ends in a cycle.
///
/// A path shows that a formula holds at its current state:
/// - `EX a`: by a step to a state at which it shows `a`;
/// - `E[a U b]` (so `EF b`): by steps from states that satisfy `a` to a state at which it shows `b`;
/// - `EG a`: by going through states that satisfy `a` until it is back at one of them, for a cycle;
/// - `a | b`, `a -> b`: by showing one side;
/// - `a & b`: by showing the first side that a path can show, where the other holds as well;
/// - anything else, like a label or `AG a`: by ending there.
///
/// `!` is pushed inwards first, so `!AG a` is `EF !a`. The operand `a` of `E[a U b]` and `EG a` is not shown
/// but known to hold at each state. Among all paths that show the formula in this sense, this one has the
/// fewest steps, the step back into the cycle included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The states, the first one included.
    pub states: Vec<StateId>,
    /// The index in `states` of the state that follows the last one, for an infinite path. `None` if the path
    /// is finite.
    pub loops_to: Option<usize>,
    /// Whether the path and its labels show the whole formula. If not, a part of the formula is known to hold
    /// on the path, but only other paths show it: `AG b` in `EF (a & AG b)`, the second side of
    /// `EF a & EF b`.
    pub complete: bool,
}

impl Evidence {
    /// Returns the number of steps, the step back into the cycle included.
    pub fn steps(&self) -> usize {
        self.states.len() - 1 + usize::from(self.loops_to.is_some())
    }
}

/// Returns a shortest path that shows that the initial state satisfies a formula. `None` if the state
/// violates the formula.
///
/// Takes linear time in the structure for each part of the formula. `EG` may take that again for each state
/// at which a cycle can be entered.
pub fn witness(kripke: &Kripke, formulas: &Formulas, formula: FormulaId) -> Option<Evidence> {
    evidence(kripke, formulas, Goal { formula, holds: true })
}

/// Returns a shortest path that shows that the initial state violates a formula. `None` if the state
/// satisfies the formula.
pub fn counterexample(kripke: &Kripke, formulas: &Formulas, formula: FormulaId) -> Option<Evidence> {
    evidence(kripke, formulas, Goal { formula, holds: false })
}

fn evidence(kripke: &Kripke, formulas: &Formulas, goal: Goal) -> Option<Evidence> {
    let known: Satisfied = satisfied(kripke, formulas, goal.formula);
    let goals = Goals::new(formulas, goal.formula);
    known
        .meets(kripke.initial(), goal)
        .then(|| WitnessSearch::new(kripke, &known, &goals).run(goals.without_not(goal)))?
}
