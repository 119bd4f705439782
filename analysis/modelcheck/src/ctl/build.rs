//! The operators of CTL, built from the few that [`Formula`] has.

use super::{Formula, FormulaId, Formulas};

impl Formulas {
    /// `true`
    pub fn truth(&mut self) -> FormulaId {
        self.add(Formula::True)
    }

    /// A label.
    pub fn label(&mut self, name: impl Into<String>) -> FormulaId {
        self.add(Formula::Label(name.into()))
    }

    /// `!a`; two negations cancel.
    pub fn not(&mut self, a: FormulaId) -> FormulaId {
        match *self.get(a) {
            Formula::Not(inner) => inner,
            _ => self.add(Formula::Not(a)),
        }
    }

    /// `a & b`
    pub fn and(&mut self, a: FormulaId, b: FormulaId) -> FormulaId {
        self.add(Formula::And(a, b))
    }

    /// `a | b`
    pub fn or(&mut self, a: FormulaId, b: FormulaId) -> FormulaId {
        let (not_a, not_b) = (self.not(a), self.not(b));
        let neither = self.and(not_a, not_b);
        self.not(neither)
    }

    /// `a -> b`
    pub fn implies(&mut self, a: FormulaId, b: FormulaId) -> FormulaId {
        let not_b = self.not(b);
        let broken = self.and(a, not_b);
        self.not(broken)
    }

    /// `EX a`
    pub fn ex(&mut self, a: FormulaId) -> FormulaId {
        self.add(Formula::Ex(a))
    }

    /// `AX a`
    pub fn ax(&mut self, a: FormulaId) -> FormulaId {
        let not_a = self.not(a);
        let otherwise = self.ex(not_a);
        self.not(otherwise)
    }

    /// `EF a`
    pub fn ef(&mut self, a: FormulaId) -> FormulaId {
        let before = self.truth();
        self.eu(before, a)
    }

    /// `AG a`
    pub fn ag(&mut self, a: FormulaId) -> FormulaId {
        let not_a = self.not(a);
        let otherwise = self.ef(not_a);
        self.not(otherwise)
    }

    /// `EG a`
    pub fn eg(&mut self, a: FormulaId) -> FormulaId {
        self.add(Formula::Eg(a))
    }

    /// `AF a`
    pub fn af(&mut self, a: FormulaId) -> FormulaId {
        let not_a = self.not(a);
        let otherwise = self.eg(not_a);
        self.not(otherwise)
    }

    /// `E[a U goal]`
    pub fn eu(&mut self, a: FormulaId, goal: FormulaId) -> FormulaId {
        self.add(Formula::Eu(a, goal))
    }

    /// `A[a U goal]`: every path reaches the goal, and `a` holds on the path until then.
    pub fn au(&mut self, a: FormulaId, goal: FormulaId) -> FormulaId {
        let (not_a, not_yet) = (self.not(a), self.not(goal));
        let broken = self.and(not_a, not_yet);
        let breaks = self.eu(not_yet, broken);
        let misses = self.eg(not_yet);
        let fails = self.or(breaks, misses);
        self.not(fails)
    }
}
