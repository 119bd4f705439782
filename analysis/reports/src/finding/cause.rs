//! Causes: without what a finding would not be.

use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};
use serde::Serialize;

use csieve_base::text::Span;

/// The statement without which a finding would not be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct Cause {
    /// The place of the statement.
    pub span: Span,
    /// What the statement does.
    pub kind: CauseKind,
    /// Whether it comes from the body of a macro.
    pub is_expanded: bool,
}

/// What leads to a misuse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CauseKind {
    /// A statement does what has to be followed by something else: it allocates what is lost, frees what is accessed,
    /// declares what has no value.
    Statement,
    /// A call fails, and nobody notices.
    Failure {
        /// The called function.
        callee: Arc<str>,
        /// Whether it fails to allocate memory.
        allocates: bool,
        /// Whether the function is one of the program, and not one that a table describes.
        is_own: bool,
    },
    /// A call leaves a variable without a value that it fills otherwise, and nobody notices.
    Omission {
        /// The called function.
        callee: Arc<str>,
        /// Whether the function is one of the program, and not one that a table describes.
        is_own: bool,
    },
    /// A function of which nobody knows whether it returns is called where something is wrong, and the path goes on.
    Return {
        /// The called function, or the pointer through which it is called.
        callee: Arc<str>,
    },
    /// One function makes what another function releases, which belongs to other makers.
    Mismatch {
        /// The function that makes it.
        made_by: Arc<str>,
        /// The function that releases it.
        released_by: Arc<str>,
    },
}
