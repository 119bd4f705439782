//! Reads the tokens of contexts, such as the results of macros, and expands the macros in them.

use super::{Context, Tokens, Unit};
use crate::macros::{Spacing, is_padding, padding};
use crate::{Name, Token, TokenKind, known};

/// The destination of tokens that need no more expansion: an argument, the line of a directive, or the unit.
pub(super) struct Sink<'a> {
    output: &'a mut Vec<Token>,
    spacing: &'a mut Spacing,
    first: &'a mut bool,
    /// Whether padding tokens are kept, as for the expansions of arguments.
    padded: bool,
}

impl Sink<'_> {
    #[inline]
    pub(super) fn put(&mut self, token: Token) {
        if self.padded {
            self.output.push(token);
            return;
        }
        if is_padding(&token) {
            self.spacing.pad(&token);
            *self.first |= token.first;
            return;
        }
        let space = self.spacing.apply(token.space);
        let first = std::mem::take(self.first) || token.first;
        self.output.push(Token { space, first, ..token });
    }
}

impl Unit<'_> {
    /// Does one step of the pending macro expansions. Returns false if none is pending.
    pub(super) fn work(&mut self) -> bool {
        let floor = self.expander.floor();
        if self.expander.contexts.len() > floor.unwrap_or(0) {
            match self.replay() {
                Some(token) if token.name == known::DEFINED => self.defined(token),
                Some(token) => self.enter(token),
                None => {
                    self.leave();
                    self.put(padding(None));
                }
            }
        } else if floor.is_some() {
            self.end_argument();
        } else {
            return false;
        }
        true
    }

    /// Puts out tokens of the innermost context. Stops at the name of a macro to expand, or at the operator
    /// `defined`, and returns it. Returns `None` at the end of the context.
    fn replay(&mut self) -> Option<Token> {
        let operator = self.operator();
        let mut arguments = Vec::new();
        if let (Some(Context { tokens: Tokens::Argument { .. }, .. }), Some(job)) =
            (self.expander.contexts.last(), self.expander.jobs.last_mut())
        {
            arguments = std::mem::take(&mut job.arguments.tokens);
        }
        let mut found = None;
        let mut count = 0;
        let mut context = self.expander.contexts.pop()?;
        let (mut sink, macros) = self.sink();
        context.tokens.drain(macros, &arguments, |mut token| {
            count += 1;
            if token.kind == TokenKind::Identifier && !token.painted {
                let slot = macros.slot(token.name);
                token.painted = slot & 1 != 0;
                if (slot != 0 && !token.painted) || token.name == operator {
                    found = Some(token);
                    return true;
                }
            }
            sink.put(token);
            false
        });
        self.expander.contexts.push(context);
        if let Some(job) = self.expander.jobs.last_mut().filter(|_| !arguments.is_empty()) {
            job.arguments.tokens = arguments;
        }
        self.count(count);
        found
    }

    /// Drops the innermost context, so that its macro may be expanded again.
    pub(super) fn leave(&mut self) {
        let Some(context) = self.expander.contexts.pop() else { return };
        if let Some(name) = context.disabled {
            self.state.macros.enable(name);
        }
        if let Tokens::List { tokens, .. } = context.tokens {
            self.expander.spare.put_list(tokens);
        }
    }

    /// Returns the destination of finished tokens: an argument, the line of a directive, or the unit. Also
    /// returns the macros.
    fn sink(&mut self) -> (Sink<'_>, &crate::Macros) {
        let expander = &mut self.expander;
        let (output, padded) = match (expander.jobs.last_mut(), &mut expander.line) {
            (Some(job), _) => (&mut job.arguments.results, true),
            (None, Some(line)) => (&mut line.output, false),
            (None, None) => (self.state.tokens.own(), false),
        };
        let sink = Sink { output, spacing: &mut expander.spacing, first: &mut expander.first, padded };
        (sink, &self.state.macros)
    }

    /// Puts out a token that needs no more expansion.
    pub(super) fn put(&mut self, token: Token) {
        self.sink().0.put(token);
    }

    pub(super) fn pad(&mut self, like: Option<&Token>) {
        self.put(padding(like));
    }

    /// Returns the name `defined` where that operator is replaced: in the expression of an `#if`, but not
    /// inside a macro's argument. Otherwise returns `NONE`.
    pub(super) fn operator(&self) -> Name {
        let condition = self.expander.line.as_ref().is_some_and(|line| line.condition);
        if condition && self.expander.jobs.is_empty() { known::DEFINED } else { known::NONE }
    }
}
