//! The operands of `##` while a body is gone through.

use super::{Substitution, is_padding};
use crate::Token;

/// The left operand of a `##` that has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// There is none.
    None,
    /// It is empty.
    Empty,
    /// The last token of the result.
    Token,
}

/// A result in the making.
pub(super) struct Output {
    pub tokens: Vec<Token>,
    pub left: Left,
    /// Length of `tokens` at the start of `__VA_OPT__`.
    pub option: usize,
}

impl Substitution<'_> {
    /// Appends an operand, joined with what stands left of it if `##` does.
    pub(super) fn operand(&mut self, output: &mut Output, tokens: &[Token], paste: bool) {
        let mut tokens = tokens;
        let mut produced = !tokens.is_empty();
        if output.left == Left::Token {
            let blank = tokens.iter().take_while(|token| is_padding(token)).count();
            tokens = &tokens[blank..];
            if let (Some((first, rest)), Some(left)) = (tokens.split_first(), output.tokens.last_mut()) {
                if let Some(token) = super::paste(left, first, self.names) {
                    *left = token;
                    tokens = rest;
                    self.budget = self.budget.saturating_sub(self.names.text(token.name).len() as u64);
                } else {
                    self.failed.push((left.name, first.name));
                }
            }
            produced = true;
        }
        output.tokens.extend_from_slice(tokens);
        output.left = match (paste, produced) {
            (true, true) => Left::Token,
            (true, false) => Left::Empty,
            (false, _) => Left::None,
        };
    }
}
