//! The encoding of conditions.

use csieve_domains::{
    bits::TermId,
    bitwise::{is_between, is_one_of, is_zero},
};
use csieve_graph::{ExprId, ExprKind, Type, UnaryOp};

use super::{encode::Encoder, facts::Atom};

impl Encoder<'_> {
    pub(super) fn assume(&mut self, cond: ExprId, holds: bool) {
        let value = self.value(cond);
        let before = self.facts.len();
        self.truth_is(value, holds);
        if self.facts.len() > before {
            self.atom(cond, holds);
        }
    }

    /// Records the comparison that the last fact comes from, if it is a comparison of integers.
    pub(super) fn atom(&mut self, mut cond: ExprId, mut holds: bool) {
        let (cfg, fact) = (self.function.cfg, self.facts.len() - 1);
        while let ExprKind::Unary(UnaryOp::Not, inner) = cfg.expr(cond).kind {
            (cond, holds) = (inner, !holds);
        }
        let ExprKind::Binary(op, a, b) = cfg.expr(cond).kind else { return };
        let types = [a, b].map(|operand| cfg.expr(operand).ty);
        if op.is_comparison()
            && types.iter().all(|ty| ty.as_int().is_some())
            && let (Some(left), Some(right)) = (self.value(a), self.value(b))
        {
            let op = if holds { op } else { op.negated() };
            self.atoms.push(Atom { fact, op, left: (left, types[0]), right: (right, types[1]) });
        }
    }

    pub(super) fn truth_is(&mut self, value: Option<TermId>, holds: bool) {
        let Some(value) = value else { return };
        let zero = is_zero(&mut self.terms, value);
        let fact = if holds { self.terms.not(zero) } else { zero };
        self.fact(fact);
    }

    pub(super) fn within(&mut self, value: ExprId, low: i128, high: i128) {
        let ty = self.function.cfg.expr(value).ty;
        if let Some(term) = self.value(value) {
            self.between(term, ty, low, high);
        }
    }

    /// Adds the fact that a value lies between two bounds, both inclusive.
    pub(super) fn between(&mut self, value: TermId, ty: Type, low: i128, high: i128) {
        let fact = is_between(&mut self.terms, value, ty, low, high);
        self.fact(fact);
    }

    pub(super) fn none_of(&mut self, value: ExprId, cases: &[i128]) {
        let Some(value) = self.value(value) else { return };
        let one = is_one_of(&mut self.terms, value, cases);
        let none = self.terms.not(one);
        self.fact(none);
    }
}
