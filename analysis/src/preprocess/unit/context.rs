//! Where tokens come from while macros are expanded.

use crate::preprocess::macros::Arguments;
use crate::preprocess::{ExpansionId, Name, SourceId, Token};

/// Tokens that are read before the file goes on.
#[derive(Debug)]
pub(crate) struct Context {
    pub tokens: Tokens,
    /// The macro that may be expanded again when this has been read.
    pub disabled: Option<Name>,
}

#[derive(Debug)]
pub(crate) enum Tokens {
    /// A body in the table of macros.
    Body { at: u32, end: u32, source: SourceId, expansion: ExpansionId },
    /// Tokens, of which some have been read.
    List { tokens: Vec<Token>, at: usize },
    /// A part of the arguments of a job.
    Argument { job: usize, at: usize, end: usize },
}

/// An invocation whose arguments are being expanded.
#[derive(Debug)]
pub(crate) struct Job {
    /// The macro's name where it was invoked.
    pub token: Token,
    /// The index of its definition.
    pub definition: u32,
    pub expansion: ExpansionId,
    pub arguments: Arguments,
    /// How many of the arguments that are needed have been expanded.
    pub done: usize,
    /// What the present argument has become so far.
    pub output: Vec<Token>,
    /// The contexts below belong to others.
    pub floor: usize,
}
