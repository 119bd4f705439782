//! Printing of expressions and constraints.

use std::fmt;

use super::{Constraint, Linear, Relation};

/// An expression or constraint with names for its variables, to be printed.
pub struct Named<'a, T, N> {
    pub(super) value: &'a T,
    pub(super) name: &'a dyn Fn(u32) -> N,
}

impl<N: fmt::Display> fmt::Display for Named<'_, Linear, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (variable, coefficient)) in self.value.terms().iter().enumerate() {
            f.write_str(match (index, coefficient.is_negative()) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            })?;
            let size = coefficient.abs();
            if !size.is_one() {
                write!(f, "{size}*")?;
            }
            write!(f, "{}", (self.name)(*variable))?;
        }
        let constant = self.value.offset();
        match (self.value.is_constant(), constant.signum()) {
            (true, _) => write!(f, "{constant}"),
            (false, 0) => Ok(()),
            (false, 1) => write!(f, " + {constant}"),
            (false, _) => write!(f, " - {}", constant.abs()),
        }
    }
}

impl<N: fmt::Display> fmt::Display for Named<'_, Constraint, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expr = self.value.expr();
        let flipped = expr.terms().first().is_some_and(|term| term.1.is_negative());
        let sum = if flipped { -expr } else { expr.clone() };
        let bound = if sum.is_constant() { 0.into() } else { -sum.offset() };
        let relation = match (self.value.relation(), flipped) {
            (Relation::Zero, _) => "=",
            (Relation::AtMostZero, false) => "<=",
            (Relation::AtMostZero, true) => ">=",
        };
        write!(f, "{} {relation} {bound}", sum.plus(&bound).display(self.name))
    }
}
