//! Linear constraints: an expression is at most 0, or equal to 0.

use std::fmt;

use super::{Integer, Linear, Named};

/// The relation of the expression `e` of a constraint to 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// The expression is 0: `e = 0`.
    Zero,
    /// The expression is at most 0: `e <= 0`.
    AtMostZero,
}

/// A constraint `e <= 0` or `e = 0` over the integers in normal form. The coefficients have no common
/// divisor; dividing by it rounds the constant of `e <= 0` up, which loses no integer. The first coefficient
/// of an equation is positive. A constraint that never holds is `1 <= 0`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Constraint {
    relation: Relation,
    expr: Linear,
}

impl Constraint {
    /// Makes a constraint in normal form.
    pub fn new(expr: &Linear, relation: Relation) -> Self {
        match (expr.as_constant(), relation) {
            (Some(value), Relation::AtMostZero) => Self::known(!value.is_positive()),
            (Some(value), Relation::Zero) => Self::known(value.is_zero()),
            (None, Relation::AtMostZero) => Self { relation, expr: tighten(expr) },
            (None, Relation::Zero) => Self::equation(expr),
        }
    }

    /// Makes the constraint `left <= right`.
    pub fn at_most(left: &Linear, right: &Linear) -> Self {
        Self::new(&(left - right), Relation::AtMostZero)
    }

    /// Makes the constraint `left = right`.
    pub fn equal(left: &Linear, right: &Linear) -> Self {
        Self::new(&(left - right), Relation::Zero)
    }

    /// Returns the constraint that never holds.
    pub fn contradiction() -> Self {
        Self::known(false)
    }

    /// Returns the expression that is compared with 0.
    pub fn expr(&self) -> &Linear {
        &self.expr
    }

    /// Returns the relation of the expression to 0.
    pub fn relation(&self) -> Relation {
        self.relation
    }

    /// Returns whether the constraint always holds.
    pub fn is_trivial(&self) -> bool {
        self.expr.as_constant().is_some_and(|value| !value.is_positive())
    }

    /// Returns whether the constraint never holds.
    pub fn is_contradiction(&self) -> bool {
        self.expr.as_constant().is_some_and(Integer::is_positive)
    }

    /// Returns constraints of which one holds exactly where this one does not. Over the integers, the
    /// negation of `e <= 0` is `-e + 1 <= 0`.
    pub fn negations(&self) -> Vec<Self> {
        let above = Self::new(&(-&self.expr).plus(&Integer::ONE), Relation::AtMostZero);
        match self.relation {
            Relation::AtMostZero => vec![above],
            Relation::Zero => vec![above, Self::new(&self.expr.plus(&Integer::ONE), Relation::AtMostZero)],
        }
    }

    /// Returns inequalities `e <= 0` that are together equivalent to the constraint: two for an equation.
    pub fn inequalities(&self) -> Vec<Self> {
        let below = Self { relation: Relation::AtMostZero, expr: self.expr.clone() };
        match self.relation {
            Relation::AtMostZero => vec![below],
            Relation::Zero => vec![below, Self { relation: Relation::AtMostZero, expr: -&self.expr }],
        }
    }

    /// Returns whether the constraint holds for these values of the variables.
    pub fn holds(&self, value: impl Fn(u32) -> Integer) -> bool {
        let result = self.expr.evaluate(value);
        match self.relation {
            Relation::AtMostZero => !result.is_positive(),
            Relation::Zero => result.is_zero(),
        }
    }

    /// Returns the constraint in printable form, with names for its variables: `x - 2*y <= 3`, `x >= 1`,
    /// `x = 4`.
    pub fn display<'a, N: fmt::Display>(&'a self, name: &'a dyn Fn(u32) -> N) -> Named<'a, Self, N> {
        Named { value: self, name }
    }

    fn known(holds: bool) -> Self {
        Self { relation: Relation::AtMostZero, expr: Linear::constant(i64::from(!holds)) }
    }

    fn equation(expr: &Linear) -> Self {
        let content = expr.content();
        if !content.divides(expr.offset()) {
            return Self::contradiction();
        }
        let first = &expr.terms()[0].1;
        let content = if first.is_negative() { -&content } else { content };
        Self { relation: Relation::Zero, expr: expr.divide(&content, expr.offset().div_floor(&content)) }
    }
}

/// Returns the expression `e'` of the strongest inequality `e' <= 0` that is parallel to `e <= 0` and holds
/// for all integers with `e <= 0`.
pub(super) fn tighten(expr: &Linear) -> Linear {
    let content = expr.content();
    if content.is_zero() { expr.clone() } else { expr.divide(&content, expr.offset().div_ceil(&content)) }
}
