//! Data about a finding that later stages use: its path, and the functions on which its report rests.

use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};

use csieve_base::text::Span;

/// The decisions on the path of a finding, in a form that holds in all graphs of the function, and the values
/// with which a run may take the path.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Trail {
    /// The signatures of the decisions on the path, in order (see [`csieve_modelcheck::model::signature`]).
    pub decisions: Vec<u64>,
    /// The place of the source at which the path allocates or opens the followed object. None if the path
    /// makes no such object.
    pub made: Option<Span>,
    /// The values of parameters with which a run may take the path: the position of the parameter, counted
    /// from 0, and the bits of the value.
    pub params: Vec<(u32, u128)>,
    /// The values of variables with static storage with which a run may take the path: the name of the
    /// variable, and the bits of the value.
    pub globals: Vec<(String, u128)>,
}

/// A function that a report depends on, with a hash to notice changes.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Consulted {
    /// The path of the file that has the function; `None` for the file of the report.
    pub file: Option<Arc<str>>,
    /// The name of the function.
    pub function: String,
    /// The aspect of the function that the result depends on.
    pub looked: Looked,
    /// The hash of the aspect `looked` (see `csieve_lowering::unit::TranslationUnit::consulted`).
    pub hash: u64,
}

/// The aspect of a function that a report depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Looked {
    /// The body of the function.
    Body,
    /// The body of the function, and the summaries of the functions that it calls.
    Effects,
    /// The functions that mention the function by name.
    Callers,
    /// The functions of all files that mention the function by name.
    Calls,
    /// Which other file defines the function for all files.
    Definition,
    /// All that the function's file has outside of its functions.
    Declarations,
    /// Whether a call may lead to a store into a member. In place of a function, this has the callee, the member and the
    /// function that calls, with spaces between; with `&` for the callee, whether the member's address is taken.
    MemberStores,
}
