//! Preprocessing tokens and the places they come from.

use super::SourceId;
use csieve_base::text::Span;

/// An interned spelling; equal spellings of one unit have equal names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub(crate) u32);

/// What a token is (C11 6.4, preprocessing tokens).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A name or keyword.
    Identifier,
    /// A preprocessing number: `0x1fUL`, `1e+5`, `1.2.3`.
    Number,
    /// `'a'`, `L'a'`
    Character,
    /// `"a"`, `u8"a"`
    String,
    /// An operator or bracket; digraphs are spelt as they stand.
    Punctuator,
    /// A character that no other token starts with, or a literal without an end.
    Other,
}

/// A range of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file.
    pub source: SourceId,
    /// The bytes.
    pub span: Span,
}

/// A macro invocation that tokens came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExpansionId(pub u32);

/// One macro invocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The macro.
    pub name: Name,
    /// The invocation: the name up to the closing parenthesis. For an invocation inside another macro's body the
    /// range that the outermost invocation has in its file.
    pub call: Place,
    /// The invocation in whose result this one was found.
    pub parent: Option<ExpansionId>,
    /// The last of the chain of parents; itself if there is none.
    pub outermost: ExpansionId,
}

/// A token after preprocessing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// White space or a comment stands before it.
    pub space: bool,
    /// It is the first on its line.
    pub first: bool,
    /// It is a macro's name that is not expanded any more (C11 6.10.3.4, paragraph 2).
    pub(crate) painted: bool,
    /// Its spelling.
    pub name: Name,
    /// Where its characters stand: in a file's text or a macro's body. A token made by `#` or `##` has the place
    /// of its first operand.
    pub spelling: Place,
    /// The innermost invocation that produced it; `None` for a token of the text itself.
    pub expansion: Option<ExpansionId>,
}
