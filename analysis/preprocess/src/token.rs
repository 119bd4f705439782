//! Preprocessing tokens and the places that they come from.

use super::SourceId;
use csieve_base::text::Span;

/// An interned spelling. Within one unit, equal spellings have equal names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub(crate) u32);

impl Name {
    /// Returns the number of the name: names of a unit are numbered from 0 in the order in which they were met.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The kind of a preprocessing token (C11 6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// An identifier or a keyword.
    Identifier,
    /// A preprocessing number: `0x1fUL`, `1e+5`, `1.2.3`.
    Number,
    /// A character constant: `'a'`, `L'a'`.
    Character,
    /// A string literal: `"a"`, `u8"a"`.
    String,
    /// An operator, a bracket or another punctuator, such as `;`. Digraphs keep their spelling.
    Punctuator,
    /// A character that starts no other token, or a literal without its closing quote.
    Other,
}

/// A range of bytes in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SourceRange {
    /// The file that contains the bytes.
    pub source: SourceId,
    /// The range of bytes in the text of the file.
    pub span: Span,
}

/// The number of a macro invocation: its index into `expansions` of [`Preprocessed`](super::Preprocessed).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExpansionId(pub u32);

/// A macro invocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The name of the macro.
    pub name: Name,
    /// The place of the invocation, from the macro's name to the closing parenthesis. An invocation inside
    /// the body of another macro has the place of the outermost invocation.
    pub call: SourceRange,
    /// The macro invocation whose result contains this invocation. `None` if this one stands in the text of a
    /// file.
    pub parent: Option<ExpansionId>,
    /// The invocation at the end of the chain of `parent`s: this invocation itself if it has no parent.
    pub outermost: ExpansionId,
}

/// A token after preprocessing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// Whether white space or a comment stands before the token.
    pub space: bool,
    /// Whether the token is the first on its line.
    pub first: bool,
    /// Whether the token is the name of a macro that must not be expanded at this token (C11 6.10.3.4,
    /// paragraph 2).
    pub(crate) painted: bool,
    /// The interned spelling of the token.
    pub name: Name,
    /// The place of the token's characters, in the text of a file or in the body of a macro. A token made by
    /// `#` or `##` has the place of its first operand.
    pub spelling: SourceRange,
    /// The innermost macro invocation that produced the token. `None` for a token that stands in the text of
    /// a file.
    pub expansion: Option<ExpansionId>,
}
