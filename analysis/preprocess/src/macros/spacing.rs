//! White space between tokens that come from different places.

use crate::{Place, SourceId, Token, TokenKind, known};
use csieve_base::text::Span;

/// Padding stands where a macro's result begins or ends, to decide on white space as gcc does: the first token
/// of a result has the white space of the token that it replaces. `like` is that token.
pub(crate) fn padding(like: Option<&Token>) -> Token {
    Token {
        kind: TokenKind::Other,
        space: like.is_some_and(|token| token.space),
        first: like.is_some_and(|token| token.first),
        painted: like.is_none(),
        name: known::NONE,
        spelling: Place { source: SourceId::MAIN, span: Span::default() },
        expansion: None,
    }
}

pub(crate) fn is_padding(token: &Token) -> bool {
    token.name == known::NONE
}

/// Whether white space stands before the next token, after the padding so far.
#[derive(Clone, Copy, Debug, Default)]
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
