//! Recognises punctuators, the longest first (C11 6.4.6), also those that trigraphs spell (C11 5.2.1.1). `??` begins no
//! punctuator otherwise, so they are read whether or not an option asks for them.

use crate::Name;
use crate::known as k;

/// Returns the longest punctuator at the start of `bytes`, and its length in bytes. `None` if there is no
/// punctuator.
pub(super) fn punctuator(bytes: &[u8]) -> Option<(Name, usize)> {
    if let [b'?', b'?', ..] = bytes {
        return spelled_by_trigraphs(bytes);
    }
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

/// Returns the punctuator that begins with a trigraph, or the `?` of a text that begins with none.
fn spelled_by_trigraphs(bytes: &[u8]) -> Option<(Name, usize)> {
    let (mut plain, mut ends) = ([0; 4], [0; 4]);
    let mut at = 0;
    for (byte, end) in plain.iter_mut().zip(&mut ends) {
        let rest = &bytes[at..];
        let trigraph = rest.get(2).copied().filter(|_| rest.starts_with(b"??")).and_then(trigraph);
        (*byte, at) = match (trigraph, rest.first()) {
            (Some(one), _) => (one, at + 3),
            (None, Some(&one)) => (one, at + 1),
            (None, None) => break,
        };
        *end = at;
    }
    if plain[0] == b'?' {
        return Some((k::QUESTION, 1));
    }
    let (name, length) = punctuator(&plain)?;
    Some((name, ends[length - 1]))
}

/// Returns the character that a trigraph with a last character stands for, if it is one of a punctuator.
fn trigraph(last: u8) -> Option<u8> {
    Some(match last {
        b'=' => b'#',
        b'(' => b'[',
        b')' => b']',
        b'<' => b'{',
        b'>' => b'}',
        b'\'' => b'^',
        b'!' => b'|',
        b'-' => b'~',
        _ => return None,
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
