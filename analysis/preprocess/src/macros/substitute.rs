//! Substitutes the arguments of an invocation for the parameters in the body (C11 6.10.3.1).

use std::ops::Range;

use super::operand::{Left, Output};
use super::{Arguments, BodyToken, Macro, Role, is_padding, padding, stringify};
use crate::{ExpansionId, Name, Names, SourceId, SourceRange, Token, TokenKind, known};

/// The state of the substitution for one invocation.
pub(crate) struct Substitution<'a> {
    pub definition: &'a Macro,
    pub body: &'a [BodyToken],
    pub arguments: &'a Arguments,
    pub names: &'a mut Names,
    pub expansion: ExpansionId,
    /// The number of tokens, plus bytes of new spellings, that the substitution may still make. It is 0 at
    /// the end if it did not suffice.
    pub budget: u64,
    /// The pairs of tokens that `##` could not join.
    pub failed: Vec<(Name, Name)>,
}

impl Substitution<'_> {
    /// Substitutes arguments in the whole body and returns the resulting tokens, with padding. `list` must be
    /// empty; its memory is reused.
    pub(crate) fn run(&mut self, list: Vec<Token>) -> Vec<Token> {
        self.part(0..self.body.len(), list)
    }

    fn part(&mut self, range: Range<usize>, tokens: Vec<Token>) -> Vec<Token> {
        let mut output = Output { tokens, left: Left::None, option: 0 };
        let mut at = range.start;
        while at < range.end && self.budget > 0 {
            let before = output.tokens.len();
            at = self.element(at, range.start, &mut output);
            self.spend(output.tokens.len().saturating_sub(before));
        }
        output.tokens
    }

    fn spend(&mut self, cost: usize) {
        self.budget = self.budget.saturating_sub(cost as u64);
    }

    /// Substitutes the body token at index `at`, or the whole `__VA_OPT__(...)` that it starts. Returns the
    /// index of the next body token to substitute.
    fn element(&mut self, at: usize, start: usize, output: &mut Output) -> usize {
        let element = self.body[at];
        let alone = !element.paste && !element.pasted;
        let arguments = self.arguments;
        match element.role {
            Role::Plain => self.operand(output, &[self.token(&element)], element.paste),
            Role::Parameter(index) if alone && output.left == Left::None => {
                if at > start {
                    output.tokens.push(padding(Some(&self.token(&element))));
                }
                output.tokens.extend_from_slice(arguments.expanded(index));
                output.tokens.push(padding(None));
            }
            Role::Parameter(index) if alone => self.operand(output, arguments.expanded(index), false),
            Role::Parameter(index) => self.joined(output, at, index, start),
            Role::Stringified(index) => {
                let text = stringify(arguments.raw(index), self.names, self.budget);
                self.string(output, &element, &text, element.paste);
            }
            Role::OptionStart { end, stringify: text } => return self.option(at, end as usize, text, output),
            Role::OptionEnd => Self::end_option(&element, output),
        }
        at + 1
    }

    /// Substitutes a parameter next to `##`: its argument is inserted as written, not expanded.
    fn joined(&mut self, output: &mut Output, at: usize, index: u16, start: usize) {
        let element = self.body[at];
        let arguments = self.arguments;
        let raw = arguments.raw(index);
        if element.pasted && output.left == Left::Token && self.is_variable(index) && ends_in_comma(output) {
            // GNU: in `, ## args`, the comma is dropped if the variable arguments are omitted. Otherwise
            // nothing is joined.
            if arguments.omitted {
                output.tokens.pop();
                output.left = Left::Empty;
            } else {
                output.left = Left::None;
            }
        }
        if !element.pasted && at > start {
            output.tokens.push(padding(Some(&self.token(&element))));
        }
        self.operand(output, raw, element.paste);
        if !element.paste {
            output.tokens.push(padding(None));
        }
    }

    fn is_variable(&self, index: u16) -> bool {
        let parameters = self.definition.parameters();
        parameters.is_some_and(|list| list.variadic && usize::from(index) + 1 == list.names.len())
    }

    /// Starts the `__VA_OPT__(...)` at index `at` of the body, which has no tokens if there are no variable
    /// arguments. Returns the index of the next body token to substitute.
    fn option(&mut self, at: usize, end: usize, text: bool, output: &mut Output) -> usize {
        let last = self.definition.parameters().map_or(0, |list| list.names.len() as u16).wrapping_sub(1);
        let present = self.arguments.expanded(last).iter().any(|token| !is_padding(token));
        let (element, paste) = (self.body[at], self.body[end].paste);
        if text {
            let tokens = if present { self.part(at + 1..end, Vec::new()) } else { Vec::new() };
            let text = stringify(&tokens, self.names, self.budget);
            self.string(output, &element, &text, paste);
            return end + 1;
        }
        if !element.pasted && at > 0 {
            output.tokens.push(padding(Some(&self.token(&element))));
        }
        if present {
            output.option = output.tokens.len() - usize::from(output.left == Left::Token);
            return at + 1;
        }
        self.operand(output, &[], paste);
        end + 1
    }

    fn end_option(element: &BodyToken, output: &mut Output) {
        let produced = output.tokens[output.option..].iter().any(|token| !is_padding(token));
        output.left = match (element.paste, produced) {
            (true, true) => Left::Token,
            (true, false) => Left::Empty,
            (false, _) => Left::None,
        };
        if element.paste {
            while output.tokens.len() > output.option && output.tokens.last().is_some_and(is_padding) {
                output.tokens.pop();
            }
        } else {
            output.tokens.push(padding(None));
        }
    }

    fn string(&mut self, output: &mut Output, element: &BodyToken, text: &str, paste: bool) {
        self.spend(text.len());
        let name = self.names.intern(text);
        let token = Token { kind: TokenKind::String, name, ..self.token(element) };
        self.operand(output, &[token], paste);
    }

    fn token(&self, element: &BodyToken) -> Token {
        element.token(self.definition.source, self.expansion)
    }
}

fn ends_in_comma(output: &Output) -> bool {
    output.tokens.last().is_some_and(|token| token.name == known::COMMA)
}

impl BodyToken {
    /// Returns the body token as a token of the result of the macro invocation `expansion`.
    pub(crate) fn token(&self, source: SourceId, expansion: ExpansionId) -> Token {
        Token {
            kind: self.kind,
            space: self.space,
            first: false,
            painted: false,
            name: self.name,
            spelling: SourceRange { source, span: self.span },
            expansion: Some(expansion),
        }
    }
}
