//! The sources from which tokens are read during macro expansion.

use std::sync::Arc;

use crate::macros::{Arguments, Macros, Parameters};
use crate::{ExpansionId, Name, SourceId, Token};

/// A source of tokens on a stack: its tokens are read before those of the contexts below it and those of the
/// file.
#[derive(Debug)]
pub(crate) struct Context {
    pub tokens: Tokens,
    /// The macro that must not be expanded until the context has been read, if any.
    pub disabled: Option<Name>,
}

#[derive(Debug)]
pub(crate) enum Tokens {
    /// A macro body in the macro table, from token `at` to token `end`, exclusive.
    Body { at: u32, end: u32, source: SourceId, expansion: ExpansionId },
    /// A list of tokens, of which the first `at` have been read.
    List { tokens: Vec<Token>, at: u32 },
    /// An argument of the innermost [`Job`]: the tokens from index `at` to `end`, exclusive, of its
    /// [`Arguments::tokens`].
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
    /// The number of entries of `parameters.expanded` whose arguments have been expanded.
    pub done: usize,
    /// The number of contexts on the stack below those of this job. They are not read while its arguments are
    /// expanded.
    pub floor: usize,
}

impl Tokens {
    /// Passes tokens to `enough` until it returns true or no tokens are left. Returns whether `enough`
    /// returned true. `arguments` has the argument tokens of the innermost [`Job`].
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

    /// Returns the next token without consuming it, or `None` if no token is left. `arguments` has the
    /// argument tokens of the innermost [`Job`].
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
