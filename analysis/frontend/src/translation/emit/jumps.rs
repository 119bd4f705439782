//! Jumps that the grammar does not know: computed `goto`, addresses of labels (`&&label`), and ranges of
//! cases.

use super::{Bracket, Emitter};
use csieve_preprocess::{Name, TokenKind, canonical, known};

use crate::translation::items::group_end;

/// The greatest number of tokens in the parentheses of a cast before a label's address: `(void *)&&label`.
const CAST: usize = 8;

impl Emitter<'_> {
    /// Emits `goto *e;` as `$goto (e);`. Returns false if the current token begins no computed `goto`.
    pub(super) fn computed_goto(&mut self) -> bool {
        let from = self.at + 2;
        let Some(end) = self.find(from, known::SEMICOLON) else { return false };
        self.insert("$goto (");
        self.expression(from, end);
        self.insert(")");
        self.previous = known::RIGHT_PAREN;
        true
    }

    /// Emits `case a ... b:` as `case $range (a, b):`. Returns false if the current `case` has no range.
    pub(super) fn case_range(&mut self) -> bool {
        let from = self.at + 1;
        let Some(dots) = self.find(from, known::ELLIPSIS) else { return false };
        let Some(end) = self.find(dots + 1, known::COLON) else { return false };
        self.insert("case $range (");
        self.expression(from, dots);
        self.insert(",");
        self.expression(dots + 1, end);
        self.insert(")");
        self.previous = known::RIGHT_PAREN;
        true
    }

    /// Returns whether the current `&&` takes the address of a label: no operand is before it, and a name
    /// follows.
    pub(super) fn is_label_address(&self) -> bool {
        let Some(before) = self.at.checked_sub(1).map(|at| &self.unit.tokens[at]) else { return false };
        let operand_before = match before.kind {
            TokenKind::Identifier => !matches!(canonical(before.name), known::RETURN | known::CASE),
            TokenKind::Number | TokenKind::Character | TokenKind::String => true,
            TokenKind::Punctuator | TokenKind::Other => match before.name {
                known::RIGHT_PAREN => !self.cast_ends(self.at - 1),
                known::RIGHT_BRACKET | known::RIGHT_BRACE | known::INCREMENT | known::DECREMENT => true,
                _ => false,
            },
        };
        let next = self.unit.tokens[..self.end].get(self.at + 1);
        !operand_before && next.is_some_and(|next| next.kind == TokenKind::Identifier)
    }

    /// Returns whether the closing parenthesis at token index `close` ends a cast.
    fn cast_ends(&self, close: usize) -> bool {
        let from = close.saturating_sub(CAST);
        let open = (from..close).rev().find(|&at| self.unit.tokens[at].name == known::LEFT_PAREN);
        let Some(open) = open.filter(|open| group_end(self.unit.tokens, *open) == close + 1) else {
            return false;
        };
        let before = open.checked_sub(1).map(|at| &self.unit.tokens[at]);
        self.begins_type(open + 1) && before.is_none_or(|before| before.kind != TokenKind::Identifier)
    }

    /// Emits the tokens from index `from` to `to`, exclusive, as an expression of its own.
    fn expression(&mut self, from: usize, to: usize) {
        self.scopes.open(Bracket::Paren { is_for: false });
        self.previous = known::LEFT_PAREN;
        self.at = from;
        self.tokens(to);
        self.scopes.close();
        self.at = to;
    }

    /// Returns the index of the first token `wanted` at or after the index `from`. `None` if the expression
    /// that begins at `from` ends before such a token.
    fn find(&self, from: usize, wanted: Name) -> Option<usize> {
        let tokens = &self.unit.tokens[..self.end];
        let (mut at, mut choices) = (from, 0usize);
        while let Some(token) = tokens.get(at) {
            match token.name {
                known::COLON if choices > 0 => choices -= 1,
                name if name == wanted => return Some(at),
                known::LEFT_PAREN | known::LEFT_BRACKET => {
                    at = group_end(tokens, at);
                    continue;
                }
                known::QUESTION => choices += 1,
                known::RIGHT_PAREN
                | known::RIGHT_BRACKET
                | known::LEFT_BRACE
                | known::RIGHT_BRACE
                | known::COLON
                | known::SEMICOLON => return None,
                _ => {}
            }
            at += 1;
        }
        None
    }
}
