//! Where a declaration ends whose brackets do not match, as in half-typed code: where the first column shows that another
//! one begins.

use csieve_preprocess::{Name, Token, TokenKind, canonical, known};

use super::items::{group_end, is_specifier};

/// Returns the token index where the body of a function ends that is never closed: behind the first `}` in the first
/// column, or where another function begins.
pub(super) fn body_end(tokens: &[Token], open: usize, starts_line: &dyn Fn(&Token) -> bool) -> usize {
    let at = (open + 1..tokens.len()).find(|&at| {
        let is_brace = tokens[at].name == known::RIGHT_BRACE && starts_line(&tokens[at]);
        is_brace || is_behind_one(tokens, at, starts_line) && begins_function(tokens, at)
    });
    match at {
        Some(at) if tokens[at].name == known::RIGHT_BRACE => at + 1,
        Some(at) => at,
        None => tokens.len(),
    }
}

/// Returns the token index where the next declaration begins behind one that begins at `start` and never ends.
pub(super) fn next_declaration(
    tokens: &[Token],
    start: usize,
    starts_line: &dyn Fn(&Token) -> bool,
) -> usize {
    let begins = |at: usize| is_specifier(canonical(tokens[at].name)) || begins_function(tokens, at);
    let next = (start + 1..tokens.len()).find(|&at| is_behind_one(tokens, at, starts_line) && begins(at));
    next.unwrap_or(tokens.len())
}

/// Returns whether a token is in the first column, behind the end of a statement or declaration.
fn is_behind_one(tokens: &[Token], at: usize, starts_line: &dyn Fn(&Token) -> bool) -> bool {
    starts_line(&tokens[at]) && matches!(tokens[at - 1].name, known::SEMICOLON | known::RIGHT_BRACE)
}

/// Returns whether tokens look like a function definition: names, one with a list in parentheses, and a brace.
fn begins_function(tokens: &[Token], start: usize) -> bool {
    let is_part = |token: &&Token| {
        token.name == known::STAR
            || token.kind == TokenKind::Identifier && !begins_statement(canonical(token.name))
    };
    let words = tokens[start..].iter().take_while(is_part).count();
    let open = start + words;
    words > 1
        && tokens.get(open).is_some_and(|token| token.name == known::LEFT_PAREN)
        && tokens.get(group_end(tokens, open)).is_some_and(|token| token.name == known::LEFT_BRACE)
}

fn begins_statement(name: Name) -> bool {
    matches!(
        name,
        known::IF
            | known::ELSE
            | known::WHILE
            | known::FOR
            | known::SWITCH
            | known::DO
            | known::CASE
            | known::DEFAULT
            | known::RETURN
            | known::GOTO
            | known::BREAK
            | known::CONTINUE
    )
}
