//! Where tokens come from while macros are expanded.

use std::sync::Arc;

use crate::macros::{Arguments, Macros, Parameters};
use crate::{ExpansionId, Name, SourceId, Token};

/// Tokens that are read before the file goes on.
#[derive(Debug)]
pub(crate) struct Context {
    pub tokens: Tokens,
    /// The macro that may be expanded again when this has been read.
    pub disabled: Option<Name>,
}

#[derive(Debug)]
pub(crate) enum Tokens {
    /// A body in the table of macros.
    Body { at: u32, end: u32, source: SourceId, expansion: ExpansionId },
    /// Tokens, of which some have been read.
    List { tokens: Vec<Token>, at: u32 },
    /// A part of the arguments of the innermost job.
    Argument { at: u32, end: u32 },
}

/// An invocation whose arguments are being expanded.
#[derive(Debug)]
pub(crate) struct Job {
    /// The macro's name where it was invoked.
    pub token: Token,
    /// The index of its definition.
    pub definition: u32,
    pub parameters: Arc<Parameters>,
    pub expansion: ExpansionId,
    pub arguments: Arguments,
    /// How many of the arguments that are needed have been expanded.
    pub done: usize,
    /// The contexts below belong to others.
    pub floor: usize,
}

impl Tokens {
    /// Passes tokens on until `enough` says so, which is the result, or there are no more. `arguments` are those
    /// of the innermost job.
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

    /// The next token, which stays.
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

    /// Goes past the next token.
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
