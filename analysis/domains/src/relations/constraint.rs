//! Constraints: a linear expression that is at most 0, or 0.

use std::fmt;

use super::{Integer, Linear, Named};

/// What a constraint says of its expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// `e = 0`.
    Zero,
    /// `e <= 0`.
    AtMostZero,
}

/// `e <= 0` or `e = 0` over the integers, in a normal form: the coefficients have no common divisor (the constant of
/// `e <= 0` is rounded up for that, which loses no integer), the first coefficient of an equation is above 0, and what
/// never holds is `1 <= 0`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Constraint {
    relation: Relation,
    expr: Linear,
}

impl Constraint {
    /// The normal form of a constraint.
    pub fn new(expr: &Linear, relation: Relation) -> Self {
        match (expr.as_constant(), relation) {
            (Some(value), Relation::AtMostZero) => Self::known(!value.is_positive()),
            (Some(value), Relation::Zero) => Self::known(value.is_zero()),
            (None, Relation::AtMostZero) => Self { relation, expr: tighten(expr) },
            (None, Relation::Zero) => Self::equation(expr),
        }
    }

    /// `left <= right`.
    pub fn at_most(left: &Linear, right: &Linear) -> Self {
        Self::new(&(left - right), Relation::AtMostZero)
    }

    /// `left = right`.
    pub fn equal(left: &Linear, right: &Linear) -> Self {
        Self::new(&(left - right), Relation::Zero)
    }

    /// What never holds.
    pub fn contradiction() -> Self {
        Self::known(false)
    }

    /// The expression.
    pub fn expr(&self) -> &Linear {
        &self.expr
    }

    /// What is said of the expression.
    pub fn relation(&self) -> Relation {
        self.relation
    }

    /// Whether it says nothing.
    pub fn is_trivial(&self) -> bool {
        self.expr.as_constant().is_some_and(|value| !value.is_positive())
    }

    /// Whether it never holds.
    pub fn is_contradiction(&self) -> bool {
        self.expr.as_constant().is_some_and(Integer::is_positive)
    }

    /// The constraints of which one holds where this one does not. Over the integers `e <= 0` is false where `-e + 1 <= 0`.
    pub fn negations(&self) -> Vec<Self> {
        let above = Self::new(&(-&self.expr).plus(&Integer::ONE), Relation::AtMostZero);
        match self.relation {
            Relation::AtMostZero => vec![above],
            Relation::Zero => vec![above, Self::new(&self.expr.plus(&Integer::ONE), Relation::AtMostZero)],
        }
    }

    /// The inequalities `e <= 0` that together say the same: an equation is two.
    pub fn inequalities(&self) -> Vec<Self> {
        let below = Self { relation: Relation::AtMostZero, expr: self.expr.clone() };
        match self.relation {
            Relation::AtMostZero => vec![below],
            Relation::Zero => vec![below, Self { relation: Relation::AtMostZero, expr: -&self.expr }],
        }
    }

    /// Whether it holds where the variables have these values.
    pub fn holds(&self, value: impl Fn(u32) -> Integer) -> bool {
        let result = self.expr.evaluate(value);
        match self.relation {
            Relation::AtMostZero => !result.is_positive(),
            Relation::Zero => result.is_zero(),
        }
    }

    /// The constraint as text, with names for its variables: `x - 2*y <= 3`, `x >= 1`, `x = 4`.
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

/// The strongest `e' <= 0` with `e'` parallel to `e` that holds for all integers with `e <= 0`.
pub(super) fn tighten(expr: &Linear) -> Linear {
    let content = expr.content();
    if content.is_zero() { expr.clone() } else { expr.divide(&content, expr.offset().div_ceil(&content)) }
}
