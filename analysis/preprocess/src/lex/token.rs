//! Cuts one token at a time.

use super::identifier::{PART, identifier_length, tail_length};
use super::punctuator::punctuator;
use crate::{Name, TokenKind};

/// A token that was cut from the start of a text.
pub(super) struct Cut {
    pub kind: TokenKind,
    /// The length of the token in bytes.
    pub length: usize,
    /// The interned spelling of a punctuator. `None` for other tokens.
    pub known: Option<Name>,
}

/// Returns the kind of a text that is exactly one token, or `None` for any other text.
pub(crate) fn single_token(text: &str) -> Option<TokenKind> {
    let comment = text.starts_with("//") || text.starts_with("/*");
    let blank = text.bytes().next().is_none_or(is_space);
    if comment || blank {
        return None;
    }
    let cut = cut(text, 0);
    (cut.length == text.len()).then_some(cut.kind)
}

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c | 0)
}

/// Cuts the token that starts at byte `at`. Neither white space nor a comment may start there.
pub(super) fn cut(text: &str, at: usize) -> Cut {
    let bytes = text.as_bytes();
    let plain = |(kind, length)| Cut { kind, length, known: None };
    match bytes[at] {
        b'0'..=b'9' => plain((TokenKind::Number, number_length(text, at))),
        byte if PART[byte as usize] || byte >= 0x80 || byte == b'\\' => plain(identifier(text, at)),
        quote @ (b'"' | b'\'') => plain(literal(bytes, at, at, quote)),
        b'.' if starts_number(text, at) => plain((TokenKind::Number, number_length(text, at))),
        _ => match punctuator(&bytes[at..]) {
            Some((name, length)) => Cut { kind: TokenKind::Punctuator, length, known: Some(name) },
            None => plain((TokenKind::Other, 1)),
        },
    }
}

/// Returns whether a number that starts with a dot, such as `.5`, stands at byte `at`.
fn starts_number(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    bytes[at] == b'.' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
}

fn identifier(text: &str, at: usize) -> (TokenKind, usize) {
    let bytes = text.as_bytes();
    let length = identifier_length(&text[at..]);
    if length == 0 {
        return (TokenKind::Other, text[at..].chars().next().map_or(1, char::len_utf8));
    }
    match (&text[at..at + length], bytes.get(at + length)) {
        ("L" | "u" | "U" | "u8", Some(b'"')) => literal(bytes, at, at + length, b'"'),
        ("L" | "u" | "U" | "u8", Some(b'\'')) => literal(bytes, at, at + length, b'\''),
        _ => (TokenKind::Identifier, length),
    }
}

/// Returns the kind and the length in bytes of the literal that starts at `start` and has its opening quote
/// at `open`. Without a closing quote on the line, the rest of the line becomes a token of kind `Other`.
fn literal(bytes: &[u8], start: usize, open: usize, quote: u8) -> (TokenKind, usize) {
    let mut at = open + 1;
    loop {
        match bytes.get(at) {
            None | Some(b'\n') => break,
            Some(b'\\') if !matches!(bytes.get(at + 1), None | Some(b'\n')) => at += 2,
            Some(&byte) if byte == quote => {
                let kind = if quote == b'"' { TokenKind::String } else { TokenKind::Character };
                return (kind, at + 1 - start);
            }
            Some(_) => at += 1,
        }
    }
    let carriage = usize::from(at > open + 1 && bytes[at - 1] == b'\r');
    (TokenKind::Other, at - carriage - start)
}

fn number_length(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    loop {
        match bytes.get(at) {
            Some(b'.') => at += 1,
            // A separator between digits (C23). Before C23, no character constant could follow a number.
            Some(b'\'') if bytes.get(at + 1).is_some_and(|byte| PART[*byte as usize]) => at += 2,
            Some(b'+' | b'-') if matches!(bytes[at - 1], b'e' | b'E' | b'p' | b'P') => at += 1,
            _ => match tail_length(text, at) {
                0 => return at - start,
                length => at += length,
            },
        }
    }
}
