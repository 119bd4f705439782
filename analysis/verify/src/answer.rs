//! The question, and how it is answered.

use csieve_base::options::Options;
use csieve_graph::EdgeId;
use csieve_machine::Graphs;
use csieve_runs::confirm::UnitGraphs;

use crate::{
    explore::{Explored, Order, START, explore},
    program::Closed,
    prove::is_proved,
    replay::{Given, replay},
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
            states: 60_000,
            solver_steps: 120_000,
            question_steps: 6_000,
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

/// A program in one file.
pub struct Program<'a> {
    /// The functions and objects of the program.
    pub graphs: &'a UnitGraphs<'a>,
    /// The text of the file.
    pub text: &'a str,
    /// The options of path reduction.
    pub options: &'a Options,
}

/// The question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// What no run may do.
    pub property: Property,
    /// The functions that no run may call, for [`Property::UnreachCall`].
    pub errors: Vec<String>,
    /// The budgets.
    pub limits: Limits,
}

/// The part of the steps that the first search has, which looks for short runs.
const FIRST_PART: u64 = 12;

/// Answers whether runs of a program keep a property.
pub fn verify(program: &Program, query: &Query) -> Answer {
    let graphs = &Closed(program.graphs);
    let (all, first) = (query.limits.steps, query.limits.steps / FIRST_PART);
    let mut why = None;
    for (order, steps) in [(Order::Wide, first), (Order::Deep, all), (Order::Wide, all)] {
        let explored = explore(graphs, query, order, steps);
        if let Some(answer) = answered(graphs, query, &explored) {
            return answer;
        }
        why = explored.open.or(why);
        let is_first = steps == first;
        if is_first && query.property == Property::UnreachCall {
            let files = program.graphs.files();
            if is_proved(files, program.text, START, &query.errors, program.options) {
                return Answer::True;
            }
        }
    }
    Answer::Unknown(why.unwrap_or_else(|| "a state may come again".to_owned()))
}

/// Runs a program on numbers from outside. Returns how the run violates a property; `None` if it does not.
pub fn repeated(program: &Program, query: &Query, inputs: &[Given]) -> Option<Violation> {
    replay(&Closed(program.graphs), query, inputs)
}

/// Returns the answer that all symbolic runs give, if they give one.
fn answered(graphs: &dyn Graphs, query: &Query, explored: &Explored) -> Option<Answer> {
    let violation = explored.candidates.iter().find_map(|inputs| replay(graphs, query, inputs));
    if let Some(violation) = violation {
        return Some(Answer::False(Box::new(violation)));
    }
    let is_shown = explored.open.is_none() && (query.property != Property::Termination || !explored.repeats);
    is_shown.then_some(Answer::True)
}
