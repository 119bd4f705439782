//! A file cut into preprocessing tokens, once for all units (C11 translation phases 1 to 3).

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

/// A file's text and its tokens. Does not depend on options or macros.
#[derive(Debug)]
pub struct Lexed {
    text: Arc<str>,
    tokens: Vec<Lexeme>,
    locals: Locals,
    directives: Vec<Directive>,
    guard: Option<u32>,
    lines: OnceLock<LineIndex>,
}

/// A token of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// What it is.
    pub kind: TokenKind,
    /// White space or a comment stands before it.
    pub space: bool,
    /// It is the first on its line.
    pub first: bool,
    /// Its spelling in the file's table.
    pub local: u32,
    /// Its bytes in the text.
    pub span: Span,
}

impl Lexed {
    /// Cuts a text into tokens. Every text can be cut.
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

    /// The text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The lines of the text.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// Whether any line is a directive.
    pub(crate) fn has_directives(&self) -> bool {
        !self.directives.is_empty()
    }

    /// Its tokens, in order.
    pub fn tokens(&self) -> &[Lexeme] {
        &self.tokens
    }

    pub(crate) fn directives(&self) -> &[Directive] {
        &self.directives
    }

    pub(crate) fn locals(&self) -> &Locals {
        &self.locals
    }

    /// The spelling of the macro that keeps the file from being compiled twice.
    pub(crate) fn guard(&self) -> Option<&str> {
        self.guard.map(|local| self.locals.text(local))
    }
}
