//! The arguments of an invocation (C11 6.10.3, paragraphs 10 to 12).

use super::Unit;
use crate::macros::{Arguments, Macros, Parameters, is_padding};
use crate::{ExpansionId, Token, TokenKind, known};

/// The tokens behind an opening parenthesis.
#[derive(Default)]
pub(super) struct Collected {
    /// The tokens, with the commas between arguments; the ranges are those of the arguments.
    arguments: Arguments,
    close: Option<Token>,
}

impl Unit<'_> {
    /// Reads up to the closing parenthesis. The parameter with number `variable` takes all further commas.
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

    /// The tokens of an invocation that is none, from the opening parenthesis on, to be read again.
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

    /// A parenthesis at about where reading is; the real one is gone.
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
    /// Marks macros before parentheses that are not closed either: looking again would take ever so long.
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

    /// The closing parenthesis, if the arguments fit the parameters; else what is wrong.
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

    /// The arguments as part of an expansion.
    pub(super) fn arguments(mut self, expansion: ExpansionId) -> Arguments {
        for token in &mut self.arguments.tokens {
            token.expansion = Some(expansion);
            // In an argument, the start of a line is white space.
            token.space |= std::mem::take(&mut token.first);
        }
        self.arguments
    }

    /// The tokens alone and the closing parenthesis, if there is one.
    pub(super) fn operand(&self) -> Option<(Vec<Token>, Token)> {
        let tokens = self.arguments.tokens.iter().filter(|token| !is_padding(token));
        self.close.map(|close| (tokens.copied().collect(), close))
    }
}
