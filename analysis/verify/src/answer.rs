//! The question, and how it is answered.

use csieve_graph::EdgeId;
use csieve_machine::Graphs;

use crate::{
    explore::{Explored, Order, explore},
    replay::replay,
};

/// What no run of a program may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// No run calls `reach_error` or `__VERIFIER_error`.
    UnreachCall,
    /// No run accesses memory that it may not access, frees what it may not free, or loses memory.
    ValidMemsafety,
    /// No signed number overflows.
    NoOverflow,
    /// Every run ends.
    Termination,
}

/// The budgets of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of steps of all symbolic runs of a search.
    pub steps: u64,
    /// The largest number of states that are open at one time.
    pub states: u32,
    /// The largest number of solver steps of a search.
    pub solver_steps: u32,
    /// The largest number of solver steps for one question.
    pub question_steps: u32,
    /// The largest number of steps of a run of the machine.
    pub run_steps: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 6_000_000,
            states: 200_000,
            solver_steps: 400_000,
            question_steps: 20_000,
            run_steps: 50_000_000,
        }
    }
}

/// A number that a run got from outside, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The function that made the call.
    pub function: String,
    /// The edge of the call.
    pub edge: EdgeId,
    /// The number.
    pub number: i128,
}

/// How a run violates a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happened {
    /// It calls the error function.
    ErrorCall,
    /// It accesses memory that it may not access.
    Dereference,
    /// It frees what it may not free.
    Free,
    /// It loses memory.
    Leak,
    /// A signed number overflows.
    Overflow,
    /// It does not end.
    NoEnd,
}

/// A run that violates the property, as the machine saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// What happens.
    pub happened: Happened,
    /// The function in which it happens.
    pub function: String,
    /// The edge at which it happens.
    pub edge: EdgeId,
    /// The numbers that the run got from outside, in order.
    pub inputs: Vec<Visit>,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No run violates the property.
    True,
    /// A run violates the property.
    False(Box<Violation>),
    /// Neither is shown, for this reason.
    Unknown(String),
}

/// Answers whether runs of a program keep a property.
pub fn verify(graphs: &dyn Graphs, property: Property, limits: Limits) -> Answer {
    let mut why = None;
    for order in [Order::Deep, Order::Wide] {
        let explored = explore(graphs, property, order, limits);
        if let Some(answer) = answered(graphs, property, &explored, limits) {
            return answer;
        }
        why = why.or(explored.open);
        if property == Property::Termination {
            break;
        }
    }
    Answer::Unknown(why.unwrap_or_else(|| "a state may come again".to_owned()))
}

/// Returns the answer that all symbolic runs give, if they give one.
fn answered(
    graphs: &dyn Graphs,
    property: Property,
    explored: &Explored,
    limits: Limits,
) -> Option<Answer> {
    let seen = |inputs| replay(graphs, property, inputs, limits.run_steps);
    if let Some(violation) = explored.candidates.iter().find_map(|inputs| seen(inputs)) {
        return Some(Answer::False(Box::new(violation)));
    }
    let is_shown = explored.open.is_none() && (property != Property::Termination || !explored.repeats);
    is_shown.then_some(Answer::True)
}
