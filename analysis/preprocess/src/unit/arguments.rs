//! Collects the arguments of a macro invocation (C11 6.10.3, paragraphs 10 to 12).

use super::Unit;
use crate::macros::{Arguments, Macros, Parameters, is_padding};
use crate::{ExpansionId, Token, TokenKind, known};

/// The tokens between the parentheses of a macro invocation.
#[derive(Default)]
pub(super) struct Collected {
    /// The tokens, including the commas between arguments, and the range of each argument.
    arguments: Arguments,
    close: Option<Token>,
}

impl Unit<'_> {
    /// Reads the tokens up to the closing parenthesis of a macro invocation. `variable` is the number of
    /// parameters of a variadic macro, whose last parameter takes all remaining arguments with their commas;
    /// otherwise `None`.
    pub(super) fn collect(&mut self, variable: Option<usize>) -> Collected {
        let mut arguments = self.expander.spare.arguments();
        let mut close = None;
        let mut depth = 0_u32;
        let mut start = 0;
        self.read_until(|unit, mut token| {
            let count = arguments.tokens.len() as u32;
            match token.name {
                known::LEFT_PAREN => depth += 1,
                known::RIGHT_PAREN if depth == 0 => {
                    arguments.ranges.push(start..count);
                    close = Some(token);
                    return true;
                }
                known::RIGHT_PAREN => depth -= 1,
                known::COMMA
                    if depth == 0 && variable.is_none_or(|last| arguments.ranges.len() + 1 < last) =>
                {
                    arguments.ranges.push(start..count);
                    start = count + 1;
                }
                _ if token.kind == TokenKind::Identifier => {
                    token.painted |= unit.state.macros.is_disabled(token.name);
                }
                _ => {}
            }
            arguments.tokens.push(token);
            false
        });
        self.count(arguments.tokens.len() as u64);
        Collected { arguments, close }
    }

    /// Puts back the collected tokens, from the opening parenthesis on, to be read again: they do not form a
    /// valid invocation with the macro's name before them.
    pub(super) fn replay_unchanged(&mut self, mut collected: Collected) {
        if collected.close.is_none() {
            collected.paint_unclosed(&self.state.macros);
        }
        let opening = self.opening_parenthesis();
        let mut tokens = self.expander.spare.list();
        tokens.push(opening);
        tokens.append(&mut collected.arguments.tokens);
        tokens.extend(collected.close);
        self.expander.spare.put_arguments(collected.arguments);
        self.push_list(tokens);
    }

    /// Returns a new token `(` in place of the opening parenthesis that was read, which is not kept. It has
    /// the place of the token that was read last.
    fn opening_parenthesis(&self) -> Token {
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
    /// Paints the names of function-like macros before parentheses that are not closed, so that these macros
    /// are not expanded. Each attempt to expand one would read up to the end of the file.
    fn paint_unclosed(&mut self, macros: &Macros) {
        let tokens = &mut self.arguments.tokens;
        let mut open = Vec::new();
        let mut before = None;
        for (index, token) in tokens.iter().enumerate() {
            match token.name {
                known::LEFT_PAREN => open.push(before),
                known::RIGHT_PAREN => drop(open.pop()),
                _ => {}
            }
            before = if is_padding(token) { before } else { Some(index) };
        }
        for name in open.into_iter().flatten() {
            tokens[name].painted |= macros.is_function_like(tokens[name].name);
        }
    }

    /// Returns the closing parenthesis if the number of arguments fits the parameters. Otherwise returns the
    /// part of a message that follows the macro's name. Also removes padding around the arguments.
    pub(super) fn check(&mut self, parameters: &Parameters, strict: bool) -> Result<Token, String> {
        let close = self.close.ok_or("has no closing parenthesis before the end of the file")?;
        let wanted = parameters.names.len();
        let arguments = &mut self.arguments;
        arguments.trim();
        let empty = arguments.ranges.len() == 1 && arguments.ranges[0].is_empty();
        let given = if wanted == 0 && empty { 0 } else { arguments.ranges.len() };
        arguments.omitted = parameters.variadic && (given < wanted || (given == 1 && empty && !strict));
        if given == wanted || (given + 1 == wanted && parameters.variadic) {
            return Ok(close);
        }
        Err(format!("takes {wanted} arguments, but {given} are given"))
    }

    /// Returns the arguments, after recording in each token that it comes from the invocation `expansion`.
    pub(super) fn arguments(mut self, expansion: ExpansionId) -> Arguments {
        for token in &mut self.arguments.tokens {
            token.expansion = Some(expansion);
            // Inside an argument, the start of a line counts as white space.
            token.space |= std::mem::take(&mut token.first);
        }
        self.arguments
    }

    /// Returns the collected tokens without padding, and the closing parenthesis. `None` if that parenthesis
    /// is missing.
    pub(super) fn operand(&self) -> Option<(Vec<Token>, Token)> {
        let tokens = self.arguments.tokens.iter().filter(|token| !is_padding(token));
        self.close.map(|close| (tokens.copied().collect(), close))
    }
}
