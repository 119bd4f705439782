//! Joins the operands of `##` during a substitution.

use super::{Substitution, is_padding};
use crate::Token;

/// The state of the left operand of a `##`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// No `##` waits for its right operand.
    None,
    /// The left operand of the `##` is empty.
    Empty,
    /// The left operand of the `##` is the last token of the result.
    Token,
}

/// The result of a substitution while it is built.
pub(super) struct Output {
    pub tokens: Vec<Token>,
    pub left: Left,
    /// The index in `tokens` of the first token of the current `__VA_OPT__(...)`.
    pub option: usize,
}

impl Substitution<'_> {
    /// Appends tokens to the result of a substitution. If a `##` waits for its right operand, joins the first
    /// of the tokens with the last token of the result. `paste` states whether a `##` follows the tokens.
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
