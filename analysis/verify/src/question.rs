//! The question and the forms of its answer.

use std::sync::Arc;

use csieve_base::text::Span;

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
    /// The place of the call, relative to the start of the function.
    pub span: Span,
    /// The function that was called.
    pub callee: String,
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
    /// The place at which it happens, relative to the start of the function.
    pub span: Span,
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

/// A number that a function from outside returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The name of the function.
    pub function: Arc<str>,
    /// The bits of the number; for a negative one, those of a wider type too.
    pub bits: u128,
}

/// The numbers from outside on which a run may violate the property.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// The numbers, in order.
    pub given: Vec<Given>,
    /// How many of the last ones the run gets again and again behind them; it gets 0 if that is none.
    pub again: usize,
}
