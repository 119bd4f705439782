//! Goals: the formulas of which a path still has to show that they hold, or fail.

use super::{Formula, FormulaId, Formulas, Satisfied, StateId};

/// The goal that a formula holds, or fails, at the current state of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Goal {
    /// The formula that has to hold or fail.
    pub formula: FormulaId,
    /// Whether the goal is that the formula holds (true) or fails (false).
    pub holds: bool,
}

/// The way in which a path can show a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// The path ends here, because the goal is about labels alone, or about more than one path.
    Stay,
    /// Both goals are true here. The path shows the first goal that a path can show.
    Both(Goal, Goal),
    /// The path has to show one of the goals.
    Either(Goal, Goal),
    /// The path has to show the goal after one step.
    Next(Goal),
    /// The path has to show the second goal, after steps from states at which the first one is true.
    Until(Goal, Goal),
    /// The goal is true for ever along the path.
    Always(Goal),
}

/// Tables about goals, indexed by formula.
pub(super) struct Goals<'a> {
    formulas: &'a Formulas,
    /// Whether the formula has a temporal operator.
    temporal: Vec<bool>,
    /// Whether a path can show that the formula fails (index 0), and that it holds (index 1).
    shown: Vec<[bool; 2]>,
}

impl<'a> Goals<'a> {
    /// Computes the tables for a formula and its parts. Visits each part once.
    pub(super) fn new(formulas: &'a Formulas, formula: FormulaId) -> Self {
        let mut goals = Self {
            formulas,
            temporal: vec![false; formula.index() + 1],
            shown: vec![[false; 2]; formula.index() + 1],
        };
        for part in formulas.parts(formula) {
            let shape = formulas.get(part);
            let is_path = matches!(shape, Formula::Ex(_) | Formula::Eu(..) | Formula::Eg(_));
            goals.temporal[part.index()] =
                is_path || shape.operands().any(|operand| goals.temporal[operand.index()]);
            goals.shown[part.index()] = match *shape {
                Formula::True | Formula::Label(_) => [false; 2],
                Formula::Not(a) => [goals.shown[a.index()][1], goals.shown[a.index()][0]],
                Formula::And(a, b) => {
                    [0, 1].map(|holds| goals.shown[a.index()][holds] || goals.shown[b.index()][holds])
                }
                Formula::Ex(_) | Formula::Eu(..) | Formula::Eg(_) => [false, true],
            };
        }
        goals
    }

    /// Returns whether a path of several states can be evidence for the goal, as for `EX` and `EF`.
    pub(super) fn is_shown(&self, goal: Goal) -> bool {
        self.shown[goal.formula.index()][usize::from(goal.holds)]
    }

    /// Returns whether the labels of a state alone decide the goal.
    pub(super) fn is_plain(&self, goal: Goal) -> bool {
        !self.temporal[goal.formula.index()]
    }

    /// Returns the same goal about a formula that is no negation.
    pub(super) fn without_not(&self, goal: Goal) -> Goal {
        match *self.formulas.get(goal.formula) {
            Formula::Not(formula) => Goal { formula, holds: !goal.holds },
            _ => goal,
        }
    }

    /// Returns the way in which a path can show a goal about a formula that is no negation. The goals in the
    /// result are about formulas that are no negations either.
    pub(super) fn task(&self, goal: Goal) -> Task {
        if !self.is_shown(goal) {
            return Task::Stay;
        }
        let holds = goal.holds;
        let same = |formula: FormulaId| self.without_not(Goal { formula, holds });
        match *self.formulas.get(goal.formula) {
            Formula::And(a, b) if holds => Task::Both(same(a), same(b)),
            Formula::And(a, b) => Task::Either(same(a), same(b)),
            Formula::Ex(a) => Task::Next(same(a)),
            Formula::Eu(a, b) => Task::Until(same(a), same(b)),
            Formula::Eg(a) => Task::Always(same(a)),
            Formula::True | Formula::Label(_) | Formula::Not(_) => Task::Stay,
        }
    }
}

impl Satisfied {
    /// Returns whether a goal is true of a state.
    pub(super) fn meets(&self, state: StateId, goal: Goal) -> bool {
        self.holds(state, goal.formula) == goal.holds
    }
}
