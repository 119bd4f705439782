//! The sources of tokens during macro expansion.

use std::sync::Arc;

use crate::macros::{Arguments, Macros, Parameters};
use crate::{ExpansionId, Name, SourceId, Token};

/// A source of tokens that are read before those of the file.
#[derive(Debug)]
pub(crate) struct Context {
    pub tokens: Tokens,
    /// The macro that may be expanded again once the context has been read.
    pub disabled: Option<Name>,
}

#[derive(Debug)]
pub(crate) enum Tokens {
    /// A macro body in the macro table, from token `at` to token `end`, exclusive.
    Body { at: u32, end: u32, source: SourceId, expansion: ExpansionId },
    /// A list of tokens, of which the first `at` have been read.
    List { tokens: Vec<Token>, at: u32 },
    /// A range of the arguments of the innermost [`Job`], from token `at` to token `end`, exclusive.
    Argument { at: u32, end: u32 },
}

/// A macro invocation whose arguments are being expanded.
#[derive(Debug)]
pub(crate) struct Job {
    /// The name of the macro, where it was invoked.
    pub token: Token,
    /// The index of the macro's definition in the macro table.
    pub definition: u32,
    pub parameters: Arc<Parameters>,
    pub expansion: ExpansionId,
    pub arguments: Arguments,
    /// The number of arguments that have been dealt with, of those that need expansion.
    pub done: usize,
    /// The number of contexts on the stack below this job. They are not read while the job expands.
    pub floor: usize,
}

impl Tokens {
    /// Passes tokens to `enough` until it returns true or no tokens are left. Returns whether `enough`
    /// returned true. `arguments` are those of the innermost job.
    #[inline]
    pub(crate) fn drain(
        &mut self,
        macros: &Macros,
        arguments: &[Token],
        mut enough: impl FnMut(Token) -> bool,
    ) -> bool {
        match self {
            Self::Body { at, end, source, expansion } => {
                let body = macros.body_tokens(*at..*end);
                let last = body.iter().position(|token| enough(token.token(*source, *expansion)));
                advance(at, last, *end)
            }
            Self::List { tokens, at } => {
                let last = tokens[*at as usize..].iter().position(|&token| enough(token));
                advance(at, last, tokens.len() as u32)
            }
            Self::Argument { at, end } => {
                let tokens = arguments.get(*at as usize..*end as usize).unwrap_or(&[]);
                let last = tokens.iter().position(|&token| enough(token));
                advance(at, last, *end)
            }
        }
    }

    /// Returns the next token without consuming it, or `None` if no token is left.
    pub(crate) fn peek(&self, macros: &Macros, arguments: &[Token]) -> Option<Token> {
        match self {
            &Self::Body { at, end, source, expansion } => {
                Some(macros.body_tokens(at..end).first()?.token(source, expansion))
            }
            Self::List { tokens, at } => tokens.get(*at as usize).copied(),
            &Self::Argument { at, end } => {
                if at < end {
                    arguments.get(at as usize).copied()
                } else {
                    None
                }
            }
        }
    }

    /// Consumes the next token.
    pub(crate) fn skip(&mut self) {
        let (Self::Body { at, .. } | Self::List { at, .. } | Self::Argument { at, .. }) = self;
        *at += 1;
    }
}

fn advance(at: &mut u32, last: Option<usize>, end: u32) -> bool {
    match last {
        Some(last) => *at += last as u32 + 1,
        None => *at = end,
    }
    last.is_some()
}
