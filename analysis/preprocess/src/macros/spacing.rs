//! The white space between tokens that come from different places.

use crate::{SourceId, SourceRange, Token, TokenKind, known};
use csieve_base::text::Span;

/// Returns a padding token, which marks the start or the end of a macro's result. Padding determines white
/// space as in gcc: the first token of a result has the white space before `like`, the token that the result
/// replaces. Without `like`, the white space is that of the next token.
pub(crate) fn padding(like: Option<&Token>) -> Token {
    Token {
        kind: TokenKind::Other,
        space: like.is_some_and(|token| token.space),
        first: like.is_some_and(|token| token.first),
        painted: like.is_none(),
        name: known::NONE,
        spelling: SourceRange { source: SourceId::MAIN, span: Span::default() },
        expansion: None,
    }
}

pub(crate) fn is_padding(token: &Token) -> bool {
    token.name == known::NONE
}

/// Whether white space is put out before the next token, according to the padding before it. `None` means
/// that the next token itself decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spacing(Option<bool>);

impl Spacing {
    pub(crate) fn pad(&mut self, padding: &Token) {
        let like = (!padding.painted).then_some(padding.space);
        self.0 = match self.0 {
            None => like,
            Some(false) if like.is_none() => None,
            present => present,
        };
    }

    pub(crate) fn apply(&mut self, space: bool) -> bool {
        self.0.take().unwrap_or(space)
    }
}
