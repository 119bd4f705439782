//! Forms: the expressions that weakly relational domains bound.

use super::super::{Integer, Linear};

/// A variable with a sign: `x` or `-x`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signed {
    pub variable: u32,
    pub negative: bool,
}

impl Signed {
    /// Splits a term into its variable with a sign and the absolute value of its coefficient.
    pub fn of(term: &(u32, Integer)) -> (Self, Integer) {
        (Self { variable: term.0, negative: term.1.is_negative() }, term.1.abs())
    }

    /// Returns the signed variable as an expression.
    pub fn expr(self) -> Linear {
        Linear::term(if self.negative { -1 } else { 1 }, self.variable)
    }
}

/// A sum of one or two signed variables. Two are always different variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    One(Signed),
    Two(Signed, Signed),
}

impl Form {
    /// Returns the form as an expression.
    pub fn expr(self) -> Linear {
        match self {
            Self::One(one) => one.expr(),
            Self::Two(one, other) => &one.expr() + &other.expr(),
        }
    }

    /// Returns the forms over the variables `0..dimensions` that read a variable.
    pub fn reading(variable: u32, dimensions: usize) -> impl Iterator<Item = Self> {
        let signs = |variable| [false, true].map(|negative| Signed { variable, negative });
        signs(variable).into_iter().flat_map(move |one| {
            let others = (0..dimensions as u32).filter(move |other| *other != variable);
            std::iter::once(Self::One(one))
                .chain(others.flat_map(signs).map(move |other| Self::Two(one, other)))
        })
    }

    /// Returns the forms that are part of a sum, each with the number of times that it fits into the sum.
    pub fn inside(expr: &Linear) -> impl Iterator<Item = (Self, Integer)> {
        let terms = expr.terms();
        terms.iter().enumerate().flat_map(move |(index, term)| {
            let (one, often) = Signed::of(term);
            let pairs = terms[index + 1..].iter().map(Signed::of).map({
                let often = often.clone();
                move |(other, also)| (Self::Two(one, other), also.min(often.clone()))
            });
            std::iter::once((Self::One(one), often)).chain(pairs)
        })
    }
}
