//! Data about a finding that later stages use: its path, and the functions on which its report rests.

use csieve_base::text::Span;

/// The path of a finding in a form that other graphs of the same function share, and the values with which a
/// run may take it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    /// The signatures of the decisions on the path, in order (see [`csieve_modelcheck::model::signature`]).
    pub decisions: Vec<u64>,
    /// The place where the followed object is made. None if the path does not make it.
    pub made: Option<Span>,
    /// The bits of parameters with which a run may take the path, each with the position of the parameter.
    pub params: Vec<(u32, u128)>,
    /// The bits of variables with static storage with which a run may take the path, each with its name.
    pub globals: Vec<(String, u128)>,
}

/// A function on which a result rests, with a hash to notice changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consulted {
    /// The name of the function.
    pub function: String,
    /// The aspect of the function on which the result rests.
    pub looked: Looked,
    /// The hash of that aspect (see `csieve_lowering::unit::TranslationUnit::consulted`).
    pub hash: u64,
}

/// The aspect of a function on which a result rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looked {
    /// The body of the function.
    Body,
    /// The body of the function, and the summaries of the functions that it calls.
    Effects,
    /// The functions that mention the function by name.
    Callers,
}
