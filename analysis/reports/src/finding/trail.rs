//! What is kept of a finding's path, and of what its report rests on.

use csieve_base::text::Span;

/// The path of a finding, as other graphs of the function know it, and what it began with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    /// The decisions, in order (see [`csieve_modelcheck::model::signature`]).
    pub decisions: Vec<u64>,
    /// Where what is followed was made, if the path makes it.
    pub made: Option<Span>,
    /// Bits of parameters, by their position, with which a run may take the path.
    pub params: Vec<(u32, u128)>,
    /// The same of variables with static storage.
    pub globals: Vec<(String, u128)>,
}

/// A function that was looked into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consulted {
    /// Its name.
    pub function: String,
    /// What was looked at.
    pub looked: Looked,
    /// The hash of that (see [`csieve_lowering::unit::TranslationUnit::consulted`]).
    pub hash: u64,
}

/// What is looked at of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looked {
    /// Its body.
    Body,
    /// Its body, with what summaries say of the functions that it calls.
    Effects,
    /// Who names it.
    Callers,
}
