//! The tokens of a directive.

use crate::lex::Lexeme;
use crate::{Name, TokenKind};

/// Tokens of one file with the names of their spellings.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    pub tokens: &'a [Lexeme],
    pub names: &'a [Name],
}

impl Line<'_> {
    pub(crate) fn name(&self, index: usize) -> Option<Name> {
        self.tokens.get(index).map(|token| self.names[token.local as usize])
    }

    pub(crate) fn identifier(&self, index: usize) -> Option<Name> {
        self.name(index).filter(|_| self.tokens[index].kind == TokenKind::Identifier)
    }
}
