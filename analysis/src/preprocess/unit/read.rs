//! The next token, from macros or the file.

use super::{Context, Tokens, Unit};
use crate::preprocess::macros::{is_padding, padding};
use crate::preprocess::{Token, TokenKind, known};

impl Unit<'_> {
    /// The next token of the present source, padding included. `None` at the end of an argument, a directive's
    /// line, or a file.
    pub(super) fn read(&mut self) -> Option<Token> {
        let floor = self.expander.jobs.last().map(|job| job.floor);
        if self.expander.contexts.len() > floor.unwrap_or(0) {
            let token = self.peek_context();
            match token {
                Some(_) => self.advance(),
                None => self.leave(),
            }
            return Some(token.unwrap_or_else(|| padding(None)));
        }
        if floor.is_some() {
            return None;
        }
        match &mut self.expander.line {
            Some(line) => {
                let lexeme = line.next()?;
                let file = self.files.last()?;
                Some(Token { first: false, ..file.token(file.lexed.tokens().get(lexeme)?) })
            }
            None => self.read_file(),
        }
    }

    /// A token of the file, read as part of an argument. Directives are obeyed on the way.
    fn read_file(&mut self) -> Option<Token> {
        while self.file().at == self.file().stop {
            self.file().next_directive()?;
            self.directive();
            if self.expander.stopped {
                return None;
            }
        }
        let file = self.files.last_mut()?;
        file.name_to(file.stop, &mut self.state.names);
        let token = file.token(&file.lexed.tokens()[file.at as usize]);
        file.at += 1;
        Some(token)
    }

    /// The next token of the innermost context, which stays.
    fn peek_context(&self) -> Option<Token> {
        match &self.expander.contexts.last()?.tokens {
            &Tokens::Body { at, end, source, expansion } => {
                let token = (at < end).then(|| self.state.macros.body_token(at)).flatten()?;
                Some(token.token(source, expansion))
            }
            Tokens::List { tokens, at } => tokens.get(*at).copied(),
            &Tokens::Argument { job, at, end } => {
                let job = self.expander.jobs.get(job)?;
                (at < end).then(|| job.arguments.tokens.get(at).copied()).flatten()
            }
        }
    }

    fn advance(&mut self) {
        match self.expander.contexts.last_mut().map(|context| &mut context.tokens) {
            Some(Tokens::Body { at, .. }) => *at += 1,
            Some(Tokens::List { at, .. } | Tokens::Argument { at, .. }) => *at += 1,
            None => {}
        }
    }

    /// Leaves the innermost context; its macro may be expanded again.
    fn leave(&mut self) {
        if let Some(Context { disabled: Some(name), .. }) = self.expander.contexts.pop() {
            self.state.macros.enable(name);
        }
    }

    /// Whether `(` comes next; it is consumed then. Contexts that end before it are left, as gcc does: their
    /// macros may be expanded again. Otherwise the padding that was passed.
    pub(super) fn open_parenthesis(&mut self) -> Result<(), Option<Token>> {
        let floor = self.expander.jobs.last().map(|job| job.floor);
        let mut passed: Option<Token> = None;
        while self.expander.contexts.len() > floor.unwrap_or(0) {
            match self.peek_context() {
                Some(token) if is_padding(&token) => {
                    keep(&mut passed, token);
                    self.advance();
                }
                Some(token) if token.name == known::LEFT_PAREN => {
                    self.advance();
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

    /// Whether `(` comes next in the file, before any directive; it is consumed then.
    fn file_opens(&mut self) -> bool {
        let Some(file) = self.files.last_mut() else { return false };
        let (at, end) = match &self.expander.line {
            Some(line) => (line.at, line.end),
            None => (file.at, file.stop),
        };
        let opens = |token: &crate::preprocess::lex::Lexeme| {
            token.kind == TokenKind::Punctuator && token.local == known::LEFT_PAREN.0
        };
        if at >= end || !file.lexed.tokens().get(at as usize).is_some_and(opens) {
            return false;
        }
        match &mut self.expander.line {
            Some(line) => line.at += 1,
            None => file.at += 1,
        }
        true
    }
}

/// Of several paddings the first without a token decides, else the first.
fn keep(passed: &mut Option<Token>, token: Token) {
    if passed.is_none() || token.painted {
        *passed = Some(token);
    }
}
