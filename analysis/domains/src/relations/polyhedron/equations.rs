//! Systems of linear equations in reduced echelon form.

use std::borrow::Cow;

use super::super::{Integer, Linear};
use super::Points;

/// Equations `e = 0` in reduced echelon form: the first variable of each has a positive coefficient and
/// occurs in no other equation. So systems with the same rational solutions are equal values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Equations(Vec<Linear>);

impl Equations {
    /// Returns the left sides of the equations, sorted by their first variables.
    pub(super) fn rows(&self) -> &[Linear] {
        &self.0
    }

    /// Eliminates the first variables of the equations from an expression. Returns the result and a positive
    /// factor: wherever the equations hold, the result is the given expression times the factor. An expression without
    /// such variables is returned as it is.
    pub(super) fn reduce<'a>(&self, expr: &'a Linear) -> (Cow<'a, Linear>, Integer) {
        let mut result = (Cow::Borrowed(expr), Integer::ONE);
        for row in &self.0 {
            let (variable, pivot) = &row.terms()[0];
            let coefficient = result.0.coefficient(*variable);
            if !coefficient.is_zero() {
                let content = pivot.gcd(coefficient);
                let factor = pivot.div_floor(&content);
                let other = -&coefficient.div_floor(&content);
                let reduced = result.0.combine(&factor, row, &other);
                result = (Cow::Owned(reduced), &result.1 * &factor);
            }
        }
        result
    }

    /// Adds an equation. Returns false if no solution is left among the points that count (rational or
    /// integer).
    pub(super) fn insert(&mut self, expr: &Linear, points: Points) -> bool {
        let reduced = self.reduce(expr).0;
        if let Some(value) = reduced.as_constant() {
            return value.is_zero();
        }
        let row = primitive(&reduced);
        if points == Points::Integer && !row.content().is_one() {
            return false;
        }
        let single = Self(vec![row]);
        let mut rows: Vec<_> = self.0.iter().map(|other| primitive(&single.reduce(other).0)).collect();
        rows.extend(single.0);
        rows.sort_unstable_by_key(|row| row.terms()[0].0);
        // An older row without the first variable of the new one may have a common divisor, and so no integer
        // solution.
        let solvable = points == Points::Rational || rows.iter().all(|row| row.content().is_one());
        self.0 = rows;
        solvable
    }
}

/// Returns an equation without common divisors and with a positive first coefficient.
fn primitive(expr: &Linear) -> Linear {
    let content = expr.content().gcd(expr.offset());
    let content = if expr.terms()[0].1.is_negative() { -&content } else { content };
    expr.divide(&content, expr.offset().div_floor(&content))
}
