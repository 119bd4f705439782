//! Reads the tokens of macro invocations, whose arguments may start in a macro's result and end in the file.

use super::Unit;
use crate::lex::Lexeme;
use crate::macros::{is_padding, padding};
use crate::{Token, TokenKind, known};

impl Unit<'_> {
    /// Passes tokens, including padding, to `enough` until it returns true. Returns false if the tokens end
    /// first, at the end of an argument, of a directive's line, or of the file. Obeys directives between the
    /// tokens.
    pub(super) fn read_until(&mut self, mut enough: impl FnMut(&Self, Token) -> bool) -> bool {
        while !self.expander.stopped {
            let floor = self.expander.floor();
            if self.expander.contexts.len() > floor.unwrap_or(0) {
                let Some(mut context) = self.expander.contexts.pop() else { return false };
                let job = self.expander.jobs.last();
                let arguments = job.map_or(&[][..], |job| &job.arguments.tokens);
                let done = context.tokens.drain(&self.state.macros, arguments, |token| enough(self, token));
                self.expander.contexts.push(context);
                if done {
                    return true;
                }
                self.leave();
                if enough(self, padding(None)) {
                    return true;
                }
            } else if floor.is_some() {
                return false;
            } else if let Some(line) = &mut self.expander.line {
                let Some(lexeme) = line.next() else { return false };
                let token = self.line_token(lexeme);
                if enough(self, token) {
                    return true;
                }
            } else {
                match self.read_file(&mut enough) {
                    Some(done) if done => return true,
                    Some(_) => {}
                    None => return false,
                }
            }
        }
        false
    }

    /// Passes tokens of the current file to `enough`, or obeys the next directive. Returns whether `enough`
    /// returned true, or `None` at the end of the file.
    fn read_file(&mut self, enough: &mut impl FnMut(&Self, Token) -> bool) -> Option<bool> {
        if self.file().at == self.file().stop {
            self.file().next_directive()?;
            self.directive();
            return Some(false);
        }
        let file = self.files.last_mut()?;
        file.name(file.at, file.stop, &mut self.state.names);
        let file = self.file();
        let tokens = &file.lexed.tokens()[file.at as usize..file.stop as usize];
        let last = tokens.iter().position(|lexeme| enough(self, file.token(lexeme)));
        let at = last.map_or(file.stop, |last| file.at + last as u32 + 1);
        self.file_mut().at = at;
        Some(last.is_some())
    }

    /// Returns a token of the current directive's line, given its index in the tokens of the file.
    pub(super) fn line_token(&self, lexeme: usize) -> Token {
        let file = self.file();
        Token { first: false, ..file.token(&file.lexed.tokens()[lexeme]) }
    }

    /// Consumes `(` if it is the next token. Otherwise returns the padding before the next token, if any, as
    /// the error. Leaves the contexts that end before the next token, so their macros may be expanded again,
    /// as in gcc.
    pub(super) fn open_parenthesis(&mut self) -> Result<(), Option<Token>> {
        let floor = self.expander.floor();
        let mut passed: Option<Token> = None;
        while self.expander.contexts.len() > floor.unwrap_or(0) {
            let job = self.expander.jobs.last();
            let arguments = job.map_or(&[][..], |job| &job.arguments.tokens);
            let Some(context) = self.expander.contexts.last_mut() else { break };
            match context.tokens.peek(&self.state.macros, arguments) {
                Some(token) if is_padding(&token) => {
                    keep(&mut passed, token);
                    context.tokens.skip();
                }
                Some(token) if token.name == known::LEFT_PAREN => {
                    context.tokens.skip();
                    return Ok(());
                }
                Some(_) => return Err(passed),
                None => {
                    self.leave();
                    keep(&mut passed, padding(None));
                }
            }
        }
        if floor.is_none() && self.file_opens() { Ok(()) } else { Err(passed) }
    }

    /// Consumes `(` if it is the next token of the file, before any directive. Returns whether `(` was
    /// consumed.
    fn file_opens(&mut self) -> bool {
        let Some(file) = self.files.last_mut() else { return false };
        let (at, end) = match &mut self.expander.line {
            Some(line) => (&mut line.at, line.end),
            None => (&mut file.at, file.stop),
        };
        let opens =
            |token: &Lexeme| token.kind == TokenKind::Punctuator && token.local == known::LEFT_PAREN.0;
        let found = *at < end && file.lexed.tokens().get(*at as usize).is_some_and(opens);
        *at += u32::from(found);
        found
    }
}

/// Keeps one of the padding tokens passed in a row: the latest that leaves the white space to the next token,
/// or else the first.
fn keep(passed: &mut Option<Token>, token: Token) {
    if passed.is_none() || token.painted {
        *passed = Some(token);
    }
}
