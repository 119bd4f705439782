//! Bounds of sums of many variables, composed of bounds of forms.

use super::super::{Constraint, Domain, Integer, Linear};
use super::{Bound, Form, Shape, Signed, WeaklyRelational, inequalities};
use csieve_base::budget::Steps;

/// The maximal number of pairs of variables that one operation looks at.
pub(super) const STEPS: u32 = 1_000_000;

impl<S: Shape> WeaklyRelational<S> {
    /// Returns an upper bound of a sum. Two terms are bounded together where the bound of their pair is lower
    /// than the sum of their single bounds. The result is the least bound for boxes, and for sums of up to
    /// two variables with coefficients of the same size. None if there is no point, no bound, or no step
    /// left.
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

    /// Returns the bounds of forms that follow from a constraint and this element: for each form in the sum,
    /// the bound that remains if the rest of the sum is as small as possible ([Mine06]).
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
