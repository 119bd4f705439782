//! The arguments of an invocation (C11 6.10.3, paragraphs 10 to 12).

use super::Unit;
use crate::preprocess::macros::{Arguments, Parameters, is_padding};
use crate::preprocess::{Token, TokenKind, known};

/// The tokens behind an opening parenthesis.
pub(super) struct Collected {
    /// As they were read, without the closing parenthesis.
    tokens: Vec<Token>,
    /// The indices of the commas that separate arguments.
    commas: Vec<usize>,
    open: Token,
    close: Option<Token>,
}

impl Unit<'_> {
    /// Reads up to the closing parenthesis. The parameter with number `variable` takes all further commas.
    pub(super) fn collect(&mut self, variable: Option<usize>) -> Collected {
        let open = self.parenthesis();
        let mut collected = Collected { tokens: Vec::new(), commas: Vec::new(), open, close: None };
        let mut depth = 0_u32;
        while let Some(mut token) = self.read() {
            match token.name {
                known::LEFT_PAREN => depth += 1,
                known::RIGHT_PAREN if depth == 0 => {
                    collected.close = Some(token);
                    break;
                }
                known::RIGHT_PAREN => depth -= 1,
                known::COMMA
                    if depth == 0 && variable.is_none_or(|last| collected.commas.len() + 1 < last) =>
                {
                    collected.commas.push(collected.tokens.len());
                }
                _ => {
                    let named = token.kind == TokenKind::Identifier;
                    token.painted |= named && self.state.macros.is_disabled(token.name);
                }
            }
            collected.tokens.push(token);
        }
        self.count(collected.tokens.len() as u64);
        collected
    }

    /// The opening parenthesis that has just been consumed.
    fn parenthesis(&self) -> Token {
        let spelling = self.here();
        Token {
            kind: TokenKind::Punctuator,
            space: false,
            first: false,
            painted: false,
            name: known::LEFT_PAREN,
            spelling,
            expansion: None,
        }
    }
}

impl Collected {
    /// The arguments and the closing parenthesis; else what is wrong, and the tokens from the opening
    /// parenthesis on.
    pub fn arguments(
        self,
        parameters: &Parameters,
        strict: bool,
    ) -> Result<(Arguments, Token), (String, Vec<Token>)> {
        let Some(close) = self.close else {
            return Err(("has no closing parenthesis before the end of the file".into(), self.all()));
        };
        let wanted = parameters.names.len();
        let mut arguments = self.split();
        let empty = arguments.ranges.len() == 1 && arguments.ranges[0].is_empty();
        let given = if wanted == 0 && empty { 0 } else { arguments.ranges.len() };
        arguments.omitted = parameters.variadic && (given < wanted || (given == 1 && empty && !strict));
        if given == wanted || (given + 1 == wanted && parameters.variadic) {
            return Ok((arguments, close));
        }
        Err((format!("takes {wanted} arguments, but {given} are given"), self.all()))
    }

    /// The tokens alone, if there is a closing parenthesis.
    pub fn operand(self) -> Result<(Vec<Token>, Token), Vec<Token>> {
        match self.close {
            Some(close) => Ok((self.tokens.into_iter().filter(|token| !is_padding(token)).collect(), close)),
            None => Err(self.all()),
        }
    }

    fn split(&self) -> Arguments {
        let mut arguments = Arguments::default();
        let mut start = 0;
        for &end in self.commas.iter().chain([&self.tokens.len()]) {
            let part = &self.tokens[start.min(end)..end];
            let leading = part.iter().take_while(|token| is_padding(token)).count();
            let part = &part[leading..];
            let trailing = part.iter().rev().take_while(|token| is_padding(token)).count();
            let from = arguments.tokens.len();
            // In an argument, the start of a line is white space.
            let inline = |token: &Token| Token { space: token.space || token.first, first: false, ..*token };
            arguments.tokens.extend(part[..part.len() - trailing].iter().map(inline));
            arguments.ranges.push(from..arguments.tokens.len());
            start = end + 1;
        }
        arguments
    }

    /// The tokens with both parentheses.
    fn all(self) -> Vec<Token> {
        std::iter::once(self.open).chain(self.tokens).chain(self.close).collect()
    }
}
