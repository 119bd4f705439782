//! What the preprocessor has to say about a unit.

use super::Place;

/// A remark about one place of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it is about.
    pub kind: NoteKind,
    /// Where.
    pub place: Place,
    /// One plain sentence without a full stop.
    pub message: String,
}

/// What a [`Note`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NoteKind {
    /// An `#include` found no file. One note per name.
    MissingHeader,
    /// `#error` in a compiled group.
    ErrorDirective,
    /// `#warning` in a compiled group.
    WarningDirective,
    /// A limit was reached; the result is incomplete here.
    Limit,
    /// A directive that C does not know or that is not well formed.
    Directive,
    /// A conditional without its other end.
    Conditional,
    /// A controlling expression of `#if` that has no value; it counts as 0.
    Condition,
    /// A definition that is not well formed or differs from the present one.
    Definition,
    /// An invocation with a wrong number of arguments or without an end; its tokens are kept.
    Invocation,
    /// `##` made no token; both operands are kept.
    Paste,
    /// `#embed`, which is not read.
    Embed,
}
