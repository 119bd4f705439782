//! Where finished tokens go.

use super::Unit;
use crate::preprocess::macros::{is_padding, padding};
use crate::preprocess::{Place, Token, TokenKind};
use crate::text::Span;

impl Unit<'_> {
    /// Handles one token: the name of a macro is expanded, all else is put out.
    pub(super) fn token(&mut self, token: Token) {
        if token.kind == TokenKind::Identifier && !token.painted {
            let slot = self.state.macros.slot(token.name);
            if slot & 1 != 0 {
                self.put(Token { painted: true, ..token });
                return;
            }
            if slot != 0 {
                self.enter(token);
                return;
            }
        }
        self.put(token);
    }

    /// One step of expansion.
    pub(super) fn step(&mut self) {
        match self.read() {
            Some(token) => self.token(token),
            None => self.end_argument(),
        }
    }

    /// Puts a finished token out: to an argument, to a directive's line, or to the unit.
    pub(super) fn put(&mut self, token: Token) {
        self.count(1);
        if let Some(job) = self.expander.jobs.last_mut() {
            job.output.push(token);
            return;
        }
        if is_padding(&token) {
            self.expander.spacing.pad(&token);
            self.expander.first |= token.first;
            return;
        }
        let space = self.expander.spacing.apply(token.space);
        let first = std::mem::take(&mut self.expander.first) || token.first;
        let token = Token { space, first, ..token };
        match &mut self.expander.line {
            Some(line) => line.output.push(token),
            None => self.state.tokens.push(token),
        }
    }

    pub(super) fn pad(&mut self, like: Option<&Token>) {
        self.put(padding(like));
    }

    /// About where reading is.
    pub(super) fn here(&self) -> Place {
        let file = self.file();
        let before = file.at.checked_sub(1).and_then(|at| file.lexed.tokens().get(at as usize));
        Place { source: file.source, span: before.map_or(Span::default(), |token| token.span) }
    }
}
