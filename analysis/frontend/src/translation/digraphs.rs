//! Digraphs (C11 6.4.6): `<%` is `{`, and so on. The preprocessor keeps their spelling, as `#` needs it; behind it, they
//! are what they stand for.

use std::borrow::Cow;

use csieve_preprocess::{Name, Token, known};

/// Returns tokens without digraphs, the same ones if there are none.
pub fn without_digraphs(tokens: &[Token]) -> Cow<'_, [Token]> {
    if !tokens.iter().any(|token| plain(token.name).is_some()) {
        return Cow::Borrowed(tokens);
    }
    let mut tokens = tokens.to_vec();
    for token in &mut tokens {
        token.name = plain(token.name).unwrap_or(token.name);
    }
    Cow::Owned(tokens)
}

/// Returns what a digraph stands for; `None` for any other spelling.
fn plain(name: Name) -> Option<Name> {
    match name {
        known::LEFT_BRACKET_DIGRAPH => Some(known::LEFT_BRACKET),
        known::RIGHT_BRACKET_DIGRAPH => Some(known::RIGHT_BRACKET),
        known::LEFT_BRACE_DIGRAPH => Some(known::LEFT_BRACE),
        known::RIGHT_BRACE_DIGRAPH => Some(known::RIGHT_BRACE),
        _ => None,
    }
}
