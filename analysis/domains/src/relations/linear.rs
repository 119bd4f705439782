//! Linear expressions with integer coefficients.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

use super::{Integer, Named};

/// A sum of coefficients times variables, plus a constant. Variables are dense ids. The terms are sorted by
/// variable and no coefficient is 0, so equal expressions are equal values.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear {
    terms: Vec<(u32, Integer)>,
    constant: Integer,
}

impl Linear {
    /// Makes a constant expression.
    pub fn constant(value: impl Into<Integer>) -> Self {
        Self { terms: Vec::new(), constant: value.into() }
    }

    /// Makes the expression of a single variable.
    pub fn variable(variable: u32) -> Self {
        Self::term(1, variable)
    }

    /// Makes the expression of a coefficient times a variable.
    pub fn term(coefficient: impl Into<Integer>, variable: u32) -> Self {
        let coefficient = coefficient.into();
        let terms = if coefficient.is_zero() { Vec::new() } else { vec![(variable, coefficient)] };
        Self { terms, constant: Integer::ZERO }
    }

    /// Returns the variables with their coefficients, sorted by variable.
    pub fn terms(&self) -> &[(u32, Integer)] {
        &self.terms
    }

    /// Returns the constant of the expression.
    pub fn offset(&self) -> &Integer {
        &self.constant
    }

    /// Returns the coefficient of a variable, which is 0 if the expression does not read it.
    pub fn coefficient(&self, variable: u32) -> &Integer {
        match self.terms.binary_search_by_key(&variable, |term| term.0) {
            Ok(index) => &self.terms[index].1,
            Err(_) => &Integer::ZERO,
        }
    }

    /// Returns whether the expression reads no variable.
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns the value of the expression if it reads no variable.
    pub fn as_constant(&self) -> Option<&Integer> {
        self.is_constant().then_some(&self.constant)
    }

    /// Returns the expression plus a number.
    #[must_use]
    pub fn plus(&self, number: &Integer) -> Self {
        Self { terms: self.terms.clone(), constant: &self.constant + number }
    }

    /// Returns `factor * self`.
    #[must_use]
    pub fn scale(&self, factor: &Integer) -> Self {
        if factor.is_zero() {
            return Self::default();
        }
        self.map(|coefficient| coefficient * factor)
    }

    /// Returns `factor * self + other_factor * other`.
    #[must_use]
    pub fn combine(&self, factor: &Integer, other: &Self, other_factor: &Integer) -> Self {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (Some(a), Some(b)) => a.0.cmp(&b.0),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            let a = if order.is_le() { left.next() } else { None };
            let b = if order.is_ge() { right.next() } else { None };
            let coefficient = match (a, b) {
                (Some(a), Some(b)) => &(&a.1 * factor) + &(&b.1 * other_factor),
                (Some(a), None) => &a.1 * factor,
                (None, Some(b)) => &b.1 * other_factor,
                (None, None) => break,
            };
            if let Some((variable, _)) = a.or(b).filter(|_| !coefficient.is_zero()) {
                terms.push((*variable, coefficient));
            }
        }
        Self { terms, constant: &(&self.constant * factor) + &(&other.constant * other_factor) }
    }

    /// Returns the expression with a variable replaced by another expression.
    #[must_use]
    pub fn substitute(&self, variable: u32, value: &Self) -> Self {
        let coefficient = self.coefficient(variable).clone();
        let difference = value - &Self::variable(variable);
        self.combine(&Integer::ONE, &difference, &coefficient)
    }

    /// Returns the value of the expression for these values of the variables.
    pub fn evaluate(&self, value: impl Fn(u32) -> Integer) -> Integer {
        let add = |sum, (variable, by): &(u32, Integer)| &sum + &(by * &value(*variable));
        self.terms.iter().fold(self.constant.clone(), add)
    }

    /// Returns the greatest common divisor of the coefficients, without the constant; 0 if there are no
    /// coefficients.
    pub fn content(&self) -> Integer {
        self.terms.iter().fold(Integer::ZERO, |gcd, term| gcd.gcd(&term.1))
    }

    /// Returns the expression in printable form, with names for its variables.
    pub fn display<'a, N: fmt::Display>(&'a self, name: &'a dyn Fn(u32) -> N) -> Named<'a, Self, N> {
        Named { value: self, name }
    }

    /// Applies a function to the coefficients and the constant. The function must return 0 only for 0.
    fn map(&self, change: impl Fn(&Integer) -> Integer) -> Self {
        let terms =
            self.terms.iter().map(|(variable, coefficient)| (*variable, change(coefficient))).collect();
        Self { terms, constant: change(&self.constant) }
    }

    /// Returns the expression with all coefficients divided by a common divisor, and with the given constant.
    pub(super) fn divide(&self, by: &Integer, constant: Integer) -> Self {
        if by.is_one() {
            return Self { terms: self.terms.clone(), constant };
        }
        Self { constant, ..self.map(|coefficient| coefficient.div_floor(by)) }
    }
}

impl Add for &Linear {
    type Output = Linear;

    fn add(self, other: Self) -> Linear {
        self.combine(&Integer::ONE, other, &Integer::ONE)
    }
}

impl Sub for &Linear {
    type Output = Linear;

    fn sub(self, other: Self) -> Linear {
        self.combine(&Integer::ONE, other, &Integer::from(-1))
    }
}

impl Neg for &Linear {
    type Output = Linear;

    fn neg(self) -> Linear {
        self.map(|coefficient| -coefficient)
    }
}
