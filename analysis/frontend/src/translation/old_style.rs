//! Reads old-style function definitions, whose parameters are declared after a list of their names, as in
//! `int f(a) int a; { }` (C11 6.9.1, paragraph 6).

use std::ops::Range;

use super::items::{group_end, is_specifier, takes_arguments};
use csieve_preprocess::{Name, Token, TokenKind, canonical, known};

/// A parameter of an old-style function definition, declared after the list of parameter names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    /// The name of the parameter.
    pub name: Name,
    /// The range of tokens of the declaration before its first declarator: `int` in `int *a, b;`. Several
    /// parameters may share the range.
    pub specifiers: Range<usize>,
    /// The range of tokens of the parameter's declarator, such as `*a`.
    pub declarator: Range<usize>,
}

/// Returns the tokens, commas included, in the list of parameter names that opens at the token index `open`;
/// `None` if the parentheses hold anything but names and commas.
pub(super) fn names(tokens: &[Token], open: usize) -> Option<&[Token]> {
    let end = group_end(tokens, open);
    let inside = &tokens[open + 1..end.saturating_sub(1).max(open + 1)];
    let is_list = inside.len() % 2 == 1
        && inside.iter().enumerate().all(|(nth, token)| match nth % 2 {
            0 => token.kind == TokenKind::Identifier && !is_specifier(canonical(token.name)),
            _ => token.name == known::COMMA,
        });
    is_list.then_some(inside)
}

/// Returns the parameters declared between the list of parameter names, which opens at the token index
/// `open`, and the function's body. Also returns the index of the body. `None` if other tokens follow the
/// list.
pub(super) fn parameters(tokens: &[Token], open: usize) -> Option<(Vec<Parameter>, usize)> {
    let names = names(tokens, open)?;
    let mut found = Vec::new();
    let mut at = group_end(tokens, open);
    while tokens.get(at)?.name != known::LEFT_BRACE {
        let end = declaration(tokens, at, &mut found)?;
        at = end + 1;
    }
    let declared = |parameter: &Parameter| names.iter().any(|name| name.name == parameter.name);
    found.iter().all(declared).then_some((found, at))
}

/// Reads one declaration of parameters and adds them to `found`. Returns the token index of the declaration's
/// semicolon; `None` if the tokens declare no parameter.
fn declaration(tokens: &[Token], start: usize, found: &mut Vec<Parameter>) -> Option<usize> {
    let mut specifiers = None;
    let mut from = start;
    loop {
        let end = declarator_end(tokens, from)?;
        let specifiers = specifiers.get_or_insert_with(|| start..first_declarator(tokens, start, end));
        let declarator = if from == start { specifiers.end..end } else { from..end };
        if specifiers.start == specifiers.end {
            return None;
        }
        let name = declared_name(&tokens[declarator.clone()])?;
        found.push(Parameter { name, specifiers: specifiers.clone(), declarator });
        if tokens[end].name == known::SEMICOLON {
            return Some(end);
        }
        from = end + 1;
    }
}

/// Returns the token index of the comma or semicolon that ends a declarator; `None` if the tokens from `from`
/// on cannot declare a parameter.
fn declarator_end(tokens: &[Token], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let token = tokens.get(at)?;
        match token.name {
            known::COMMA | known::SEMICOLON => return Some(at),
            known::LEFT_BRACE if follows_tag(tokens, from, at) => at = group_end(tokens, at),
            known::LEFT_PAREN | known::LEFT_BRACKET => at = group_end(tokens, at),
            known::STAR => at += 1,
            _ if token.kind == TokenKind::Identifier && token.name != known::TYPEDEF => at += 1,
            _ => return None,
        }
    }
}

/// Returns whether the `{` at the token index `brace` opens the members of a structure, union or enumeration:
/// `struct s {`.
fn follows_tag(tokens: &[Token], from: usize, brace: usize) -> bool {
    let before = tokens[from..brace].iter().rev().take(2);
    before.map(|token| token.name).any(|name| matches!(name, known::STRUCT | known::UNION | known::ENUM))
}

/// Returns the token index where the first declarator of a declaration begins. The declaration begins at the
/// index `start`, and its first declarator ends at `end`, exclusive.
fn first_declarator(tokens: &[Token], start: usize, end: usize) -> usize {
    let (mut at, mut last) = (start, start);
    while at < end {
        let token = &tokens[at];
        let name = canonical(token.name);
        match name {
            known::STAR => return at,
            known::LEFT_PAREN if tokens[at + 1].name == known::STAR => return at,
            known::LEFT_PAREN | known::LEFT_BRACKET => return last,
            known::LEFT_BRACE => at = group_end(tokens, at),
            _ if takes_arguments(name) => at = group_end(tokens, at + 1),
            _ => {
                if !is_specifier(name) {
                    last = at;
                }
                at += 1;
            }
        }
    }
    last
}

fn declared_name(declarator: &[Token]) -> Option<Name> {
    let is_name =
        |token: &&Token| token.kind == TokenKind::Identifier && !is_specifier(canonical(token.name));
    declarator.iter().find(is_name).map(|token| token.name)
}
