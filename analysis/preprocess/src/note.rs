//! The messages of the preprocessor about a unit.

use borsh::{BorshDeserialize, BorshSerialize};

use super::SourceRange;

/// A message about one place of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What the message is about.
    pub kind: NoteKind,
    /// The place that the message is about.
    pub place: SourceRange,
    /// The message: one plain sentence without a full stop.
    pub message: String,
}

/// The subject of a [`Note`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub enum NoteKind {
    /// An `#include` whose file was not found. There is one note per name.
    MissingHeader,
    /// An `#error` directive in a compiled group.
    ErrorDirective,
    /// A `#warning` directive in a compiled group.
    WarningDirective,
    /// A limit of [`PreprocessLimits`](super::PreprocessLimits) that was reached. Tokens are missing or
    /// macros unexpanded at this place.
    Limit,
    /// A directive that is unknown or not well formed.
    Directive,
    /// A conditional that lacks its `#if` or its `#endif`, or has a branch after its `#else`.
    Conditional,
    /// An `#if` expression that is not valid, which counts as 0, or one in which a number is too large.
    Condition,
    /// A macro definition that is not well formed, or that differs from an earlier definition still in force.
    Definition,
    /// A macro invocation with a wrong number of arguments or without an end. Its tokens are kept unexpanded.
    Invocation,
    /// A `##` that did not make a token. Both operands are kept.
    Paste,
    /// An `#embed` directive, whose file is not read.
    Embed,
    /// Tokens that are no declaration. Behind the preprocessor.
    Syntax,
}
