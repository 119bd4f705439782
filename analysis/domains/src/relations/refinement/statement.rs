//! Statements of transitions and their effect on states, forwards and backwards.

use super::super::{Constraint, Domain, Linear};

/// A statement over unbounded integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Only runs in which the constraint holds continue.
    Assume(Constraint),
    /// Only runs in which the sum is not 0 continue.
    AssumeNot(Linear),
    /// The variable gets the value of an expression, which may read the variable.
    Assign(u32, Linear),
    /// The variable gets any integer.
    Forget(u32),
}

impl Statement {
    /// Turns the state before the statement into the state after it.
    pub fn take<D: Domain>(&self, state: &mut D) {
        match self {
            Self::Assume(constraint) => state.meet(constraint),
            Self::AssumeNot(sum) => exclude(state, sum),
            Self::Assign(variable, value) => state.assign(*variable, value),
            Self::Forget(variable) => state.forget(*variable),
        }
    }

    /// Turns a state after the statement into the states from which the statement may lead there.
    pub fn before<D: Domain>(&self, state: &mut D, dimensions: usize) {
        match self {
            Self::Assume(constraint) => state.meet(constraint),
            Self::AssumeNot(sum) => exclude(state, sum),
            Self::Assign(variable, value) => {
                let before = |constraint: &Constraint| {
                    Constraint::new(&constraint.expr().substitute(*variable, value), constraint.relation())
                };
                let constraints = state.constraints();
                *state = D::top(dimensions);
                for constraint in &constraints {
                    state.meet(&before(constraint));
                }
            }
            Self::Forget(variable) => state.forget(*variable),
        }
    }
}

/// Excludes the points where a sum is 0. It changes only a state that already excludes one side of 0, since
/// the result would not be convex otherwise.
fn exclude<D: Domain>(state: &mut D, sum: &Linear) {
    let zero = Linear::constant(0);
    let one = Linear::constant(1);
    if state.entails(&Constraint::at_most(sum, &zero)) {
        state.meet(&Constraint::at_most(&(sum + &one), &zero));
    } else if state.entails(&Constraint::at_most(&zero, sum)) {
        state.meet(&Constraint::at_most(&one, sum));
    }
}
