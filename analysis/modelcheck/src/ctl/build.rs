//! Functions that make formulas: all operators of CTL, built from the few that [`Formula`] has.

use super::{Formula, FormulaId, Formulas};

impl Formulas {
    /// Makes the formula `true`.
    pub fn truth(&mut self) -> FormulaId {
        self.add(Formula::True)
    }

    /// Makes the formula that a state has a label.
    pub fn label(&mut self, name: impl Into<String>) -> FormulaId {
        self.add(Formula::Label(name.into()))
    }

    /// Makes `!a`. Two negations cancel.
    pub fn not(&mut self, a: FormulaId) -> FormulaId {
        match *self.get(a) {
            Formula::Not(inner) => inner,
            _ => self.add(Formula::Not(a)),
        }
    }

    /// Makes `a & b`.
    pub fn and(&mut self, a: FormulaId, b: FormulaId) -> FormulaId {
        self.add(Formula::And(a, b))
    }

    /// Makes `a | b`.
    pub fn or(&mut self, a: FormulaId, b: FormulaId) -> FormulaId {
        let (not_a, not_b) = (self.not(a), self.not(b));
        let neither = self.and(not_a, not_b);
        self.not(neither)
    }

    /// Makes `a -> b`.
    pub fn implies(&mut self, a: FormulaId, b: FormulaId) -> FormulaId {
        let not_b = self.not(b);
        let broken = self.and(a, not_b);
        self.not(broken)
    }

    /// Makes `EX a`: some successor satisfies `a`.
    pub fn ex(&mut self, a: FormulaId) -> FormulaId {
        self.add(Formula::Ex(a))
    }

    /// Makes `AX a`: all successors satisfy `a`.
    pub fn ax(&mut self, a: FormulaId) -> FormulaId {
        let not_a = self.not(a);
        let otherwise = self.ex(not_a);
        self.not(otherwise)
    }

    /// Makes `EF a`: some path reaches a state that satisfies `a`.
    pub fn ef(&mut self, a: FormulaId) -> FormulaId {
        let before = self.truth();
        self.eu(before, a)
    }

    /// Makes `AG a`: all states on all paths satisfy `a`.
    pub fn ag(&mut self, a: FormulaId) -> FormulaId {
        let not_a = self.not(a);
        let otherwise = self.ef(not_a);
        self.not(otherwise)
    }

    /// Makes `EG a`: all states on some path satisfy `a`.
    pub fn eg(&mut self, a: FormulaId) -> FormulaId {
        self.add(Formula::Eg(a))
    }

    /// Makes `AF a`: every path reaches a state that satisfies `a`.
    pub fn af(&mut self, a: FormulaId) -> FormulaId {
        let not_a = self.not(a);
        let otherwise = self.eg(not_a);
        self.not(otherwise)
    }

    /// Makes `E[a U goal]`: some path reaches the goal, and `a` holds on the path until then.
    pub fn eu(&mut self, a: FormulaId, goal: FormulaId) -> FormulaId {
        self.add(Formula::Eu(a, goal))
    }

    /// Makes `A[a W goal]`: on every path, `a` holds until the goal is reached, or for ever.
    pub fn aw(&mut self, a: FormulaId, goal: FormulaId) -> FormulaId {
        let (not_a, not_yet) = (self.not(a), self.not(goal));
        let broken = self.and(not_a, not_yet);
        let breaks = self.eu(not_yet, broken);
        self.not(breaks)
    }

    /// Makes `A[a U goal]`: every path reaches the goal, and `a` holds on the path until then.
    pub fn au(&mut self, a: FormulaId, goal: FormulaId) -> FormulaId {
        let (not_a, not_yet) = (self.not(a), self.not(goal));
        let broken = self.and(not_a, not_yet);
        let breaks = self.eu(not_yet, broken);
        let misses = self.eg(not_yet);
        let fails = self.or(breaks, misses);
        self.not(fails)
    }
}
