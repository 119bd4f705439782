//! Recognises punctuators, the longest first (C11 6.4.6).

use crate::Name;
use crate::known as k;

/// Returns the longest punctuator at the start of `bytes`, and its length in bytes. `None` if there is no
/// punctuator.
pub(super) fn punctuator(bytes: &[u8]) -> Option<(Name, usize)> {
    let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
    Some(match (at(0), at(1), at(2)) {
        (b'.', b'.', b'.') => (k::ELLIPSIS, 3),
        (b'<', b'<', b'=') => (k::SHIFT_LEFT_ASSIGN, 3),
        (b'>', b'>', b'=') => (k::SHIFT_RIGHT_ASSIGN, 3),
        (b'%', b':', b'%') if at(3) == b':' => (k::HASH_HASH_DIGRAPH, 4),
        (first, second, _) => match pair(first, second) {
            Some(name) => (name, 2),
            None => (single(first)?, 1),
        },
    })
}

fn pair(first: u8, second: u8) -> Option<Name> {
    Some(match (first, second) {
        (b'-', b'>') => k::ARROW,
        (b'-', b'-') => k::DECREMENT,
        (b'-', b'=') => k::MINUS_ASSIGN,
        (b'+', b'+') => k::INCREMENT,
        (b'+', b'=') => k::PLUS_ASSIGN,
        (b'&', b'&') => k::AND_AND,
        (b'&', b'=') => k::AND_ASSIGN,
        (b'|', b'|') => k::OR_OR,
        (b'|', b'=') => k::OR_ASSIGN,
        (b'=', b'=') => k::EQUAL,
        (b'!', b'=') => k::NOT_EQUAL,
        (b'<', b'<') => k::SHIFT_LEFT,
        (b'<', b'=') => k::LESS_EQUAL,
        (b'<', b':') => k::LEFT_BRACKET_DIGRAPH,
        (b'<', b'%') => k::LEFT_BRACE_DIGRAPH,
        (b'>', b'>') => k::SHIFT_RIGHT,
        (b'>', b'=') => k::GREATER_EQUAL,
        (b':', b'>') => k::RIGHT_BRACKET_DIGRAPH,
        (b'%', b'>') => k::RIGHT_BRACE_DIGRAPH,
        (b'%', b':') => k::HASH_DIGRAPH,
        (b'%', b'=') => k::PERCENT_ASSIGN,
        (b'*', b'=') => k::STAR_ASSIGN,
        (b'/', b'=') => k::SLASH_ASSIGN,
        (b'^', b'=') => k::XOR_ASSIGN,
        (b'#', b'#') => k::HASH_HASH,
        _ => return None,
    })
}

fn single(byte: u8) -> Option<Name> {
    Some(match byte {
        b'[' => k::LEFT_BRACKET,
        b']' => k::RIGHT_BRACKET,
        b'(' => k::LEFT_PAREN,
        b')' => k::RIGHT_PAREN,
        b'{' => k::LEFT_BRACE,
        b'}' => k::RIGHT_BRACE,
        b'.' => k::DOT,
        b'&' => k::AND,
        b'*' => k::STAR,
        b'+' => k::PLUS,
        b'-' => k::MINUS,
        b'~' => k::TILDE,
        b'!' => k::NOT,
        b'/' => k::SLASH,
        b'%' => k::PERCENT,
        b'<' => k::LESS,
        b'>' => k::GREATER,
        b'^' => k::XOR,
        b'|' => k::OR,
        b'?' => k::QUESTION,
        b':' => k::COLON,
        b';' => k::SEMICOLON,
        b'=' => k::ASSIGN,
        b',' => k::COMMA,
        b'#' => k::HASH,
        _ => return None,
    })
}
