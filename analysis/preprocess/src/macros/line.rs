//! The tokens of a directive's line.

use crate::lex::Lexeme;
use crate::{Name, TokenKind};

/// A stretch of tokens of one file. `names` has the name of every spelling of the file, indexed by local
/// number.
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
