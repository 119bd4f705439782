//! Sums of many variables in terms of forms.

use super::super::{Constraint, Domain, Integer, Linear};
use super::{Bound, Form, Shape, Signed, WeaklyRelational, inequalities};
use csieve_base::budget::Steps;

/// How many forms one operation looks at.
pub(super) const STEPS: u32 = 1_000_000;

impl<S: Shape> WeaklyRelational<S> {
    /// An upper bound of a sum: its terms are covered by forms, pairs first where a pair has a lower bound than its
    /// parts. The least bound for sums of up to two variables with coefficients of one size, and for boxes.
    pub(super) fn upper(&self, expr: &Linear, steps: &mut Steps) -> Option<Integer> {
        if self.is_bottom() {
            return None;
        }
        let mut parts: Vec<_> = expr.terms().iter().map(Signed::of).collect();
        let mut sum = expr.offset().clone();
        while let Some((one, mut often)) = parts.pop() {
            let alone = self.get(Form::One(one));
            for (other, also) in parts.iter_mut().rev() {
                if !steps.take() {
                    return None;
                }
                let (form, apart) = (Form::Two(one, *other), alone.plus(self.get(Form::One(*other))));
                let count = (&often).min(also).clone();
                if let Some(bound) =
                    Option::<Integer>::from(self.get(form)).filter(|_| self.get(form) < apart)
                {
                    sum = &sum + &(&bound * &count);
                    often = &often - &count;
                    *also = &*also - &count;
                }
            }
            parts.retain(|part| !part.1.is_zero());
            if !often.is_zero() {
                sum = &sum + &(&Option::<Integer>::from(alone)? * &often);
            }
        }
        Some(sum)
    }

    /// The bounds of forms that follow from a constraint and this element: of each form in the sum, what is left for it if
    /// the rest is as small as it gets (Miné, "The octagon abstract domain").
    pub(super) fn limits(&self, constraint: &Constraint) -> Vec<(Form, Bound)> {
        let mut steps = Steps::new(STEPS);
        let mut limits = Vec::new();
        for expr in inequalities(constraint) {
            for (form, often) in Form::inside(&expr) {
                let rest = form.expr().combine(&often, &expr, &Integer::from(-1));
                if let Some(bound) = self.upper(&rest, &mut steps) {
                    limits.push((form, Bound::from(&bound.div_floor(&often))));
                }
            }
        }
        limits.retain(|(form, _)| self.knows(*form));
        limits
    }
}
