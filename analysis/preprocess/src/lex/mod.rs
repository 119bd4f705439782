//! Cuts a file into preprocessing tokens, once for all units (C11 translation phases 1 to 3).

mod directives;
mod identifier;
mod locals;
mod punctuator;
mod raw;
mod scan;
mod splice;
mod token;

use std::sync::{Arc, OnceLock};

use super::TokenKind;
use csieve_base::text::{LineIndex, Span};

pub(crate) use directives::{Directive, DirectiveKind, NO_BRANCH};
pub(crate) use locals::Locals;
pub(crate) use token::single_token;

/// The text of a file and its tokens. Depends on neither options nor macros.
#[derive(Debug)]
pub struct Lexed {
    text: Arc<str>,
    tokens: Vec<Lexeme>,
    locals: Locals,
    directives: Vec<Directive>,
    guard: Option<u32>,
    lines: OnceLock<LineIndex>,
}

/// A token of a file, before preprocessing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// The kind of the token.
    pub kind: TokenKind,
    /// Whether white space or a comment stands before the token.
    pub space: bool,
    /// Whether the token is the first on its line.
    pub first: bool,
    /// The local number of the token's spelling, an index into the `Locals` of the file.
    pub local: u32,
    /// The range of bytes of the token in the text of the file.
    pub span: Span,
}

impl Lexed {
    /// Cuts a text into tokens. This never fails.
    pub fn new(text: Arc<str>) -> Self {
        let mut scanned = scan::scan(&text);
        scanned.tokens.shrink_to_fit();
        let directives = directives::find(&scanned);
        let guard = directives::guard(&scanned.tokens, &directives);
        Self {
            text,
            tokens: scanned.tokens,
            locals: scanned.locals,
            directives,
            guard,
            lines: OnceLock::new(),
        }
    }

    /// Returns the text of the file.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Returns the line index of the file's text. The first call makes it.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// Returns whether the file contains any directive.
    pub(crate) fn has_directives(&self) -> bool {
        !self.directives.is_empty()
    }

    /// Returns the tokens of the file in order.
    pub fn tokens(&self) -> &[Lexeme] {
        &self.tokens
    }

    pub(crate) fn directives(&self) -> &[Directive] {
        &self.directives
    }

    pub(crate) fn locals(&self) -> &Locals {
        &self.locals
    }

    /// Returns the name of the include guard's macro, such as `UTIL_H`, or `None` if the file has no include
    /// guard.
    pub(crate) fn guard(&self) -> Option<&str> {
        self.guard.map(|local| self.locals.text(local))
    }
}
