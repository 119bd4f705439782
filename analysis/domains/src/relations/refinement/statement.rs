//! What a way does to values, forwards and backwards.

use super::super::{Constraint, Domain, Linear};

/// A statement over integers without bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Only runs get past for which this holds.
    Assume(Constraint),
    /// Only runs get past for which the sum is not 0.
    AssumeNot(Linear),
    /// The variable gets the value, which may read it.
    Assign(u32, Linear),
    /// The variable gets any value.
    Forget(u32),
}

impl Statement {
    /// What holds behind the statement.
    pub fn take<D: Domain>(&self, state: &mut D) {
        match self {
            Self::Assume(constraint) => state.meet(constraint),
            Self::AssumeNot(sum) => exclude(state, sum),
            Self::Assign(variable, value) => state.assign(*variable, value),
            Self::Forget(variable) => state.forget(*variable),
        }
    }

    /// From where the statement may lead to such a state.
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

/// A sum is not 0: that is convex only where one side is excluded already.
fn exclude<D: Domain>(state: &mut D, sum: &Linear) {
    let zero = Linear::constant(0);
    let one = Linear::constant(1);
    if state.entails(&Constraint::at_most(sum, &zero)) {
        state.meet(&Constraint::at_most(&(sum + &one), &zero));
    } else if state.entails(&Constraint::at_most(&zero, sum)) {
        state.meet(&Constraint::at_most(&one, sum));
    }
}
