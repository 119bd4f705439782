//! Evaluates the conditions of `#if`, `#ifdef` and similar directives.

use super::Unit;
use crate::condition::evaluate;
use crate::lex::{Directive, DirectiveKind};
use crate::{NoteKind, Token, TokenKind, known};

impl Unit<'_> {
    /// Returns whether the condition of a directive, such as `#if` or `#ifdef`, holds.
    pub(super) fn holds(&mut self, directive: &Directive) -> bool {
        match directive.kind {
            DirectiveKind::Ifdef | DirectiveKind::Elifdef => self.is_defined(directive),
            DirectiveKind::Ifndef | DirectiveKind::Elifndef => !self.is_defined(directive),
            _ => self.condition(directive),
        }
    }

    fn is_defined(&mut self, directive: &Directive) -> bool {
        if let Some(name) = self.file().line(directive).identifier(2) {
            return self.state.macros.is_defined(name);
        }
        let place = self.file().place(directive);
        self.note(NoteKind::Directive, place, "A macro's name is expected");
        false
    }

    fn condition(&mut self, directive: &Directive) -> bool {
        let place = self.file().place(directive);
        let tokens = self.expand_line(directive.start + 2, directive.end, true);
        let unsigned_char = !self.options.model.char_is_signed;
        let condition = evaluate(&tokens, &self.state.names, unsigned_char);
        for remark in condition.remarks {
            self.note(NoteKind::Condition, place, remark);
        }
        condition.holds
    }

    /// Reads the operand of `defined NAME` or `defined(NAME)` in an `#if`, and puts out the operator's value,
    /// 0 or 1.
    pub(super) fn defined(&mut self, token: Token) {
        let inside = self.open_parenthesis().is_ok();
        let operand = self.read_real();
        let closed = !inside || self.read_real().is_some_and(|token| token.name == known::RIGHT_PAREN);
        match operand {
            Some(operand) if operand.kind == TokenKind::Identifier && closed => {
                let name = if self.state.macros.is_defined(operand.name) { "1" } else { "0" };
                let name = self.state.names.intern(name);
                self.put(Token { kind: TokenKind::Number, name, ..token });
            }
            // The `#if` expression is not well formed. Its evaluation will report the error.
            _ => self.put(token),
        }
    }

    fn read_real(&mut self) -> Option<Token> {
        let mut found = None;
        self.read_until(|_, token| {
            found = Some(token).filter(|token| token.name != known::NONE);
            found.is_some()
        });
        found
    }
}
