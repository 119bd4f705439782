//! The scanner: one pass over a text without splices.

use memchr::memmem;

use super::Lexeme;
use super::identifier::{PART, identifier_length, normalised, tail_length};
use super::locals::{Interner, Locals};
use super::punctuator::punctuator;
use super::splice::Spliced;
use crate::preprocess::{TokenKind, known};
use crate::text::Span;

/// What a scan finds.
pub(super) struct Scanned {
    pub tokens: Vec<Lexeme>,
    pub locals: Locals,
    /// The `#` of each directive: its index in `tokens`, the index behind the line, the offset of the line's end.
    pub lines: Vec<(u32, u32, u32)>,
}

struct Scanner<'a> {
    original: &'a str,
    spliced: Spliced<'a>,
    interner: Interner,
    tokens: Vec<Lexeme>,
    lines: Vec<(u32, u32, u32)>,
    /// The `#` that started the present line.
    directive: Option<u32>,
    space: bool,
    first: bool,
}

/// Cuts a text; offsets are 32 bits wide, so a text of 4 GiB has no tokens.
pub(super) fn scan(text: &str) -> Scanned {
    let text = if u32::try_from(text.len()).is_ok() { text } else { "" };
    let mut scanner = Scanner {
        original: text,
        spliced: Spliced::new(text),
        interner: Interner::new(text.len()),
        tokens: Vec::with_capacity(text.len() / 12),
        lines: Vec::new(),
        directive: None,
        space: false,
        first: true,
    };
    let clean = std::mem::take(&mut scanner.spliced.text);
    scanner.run(&clean);
    Scanned { tokens: scanner.tokens, locals: scanner.interner.finish(), lines: scanner.lines }
}

/// The kind of a text that is exactly one token.
pub(crate) fn single_token(text: &str) -> Option<TokenKind> {
    let comment = text.starts_with("//") || text.starts_with("/*");
    let blank = text.bytes().next().is_none_or(is_space);
    if comment || blank {
        return None;
    }
    let (kind, length) = next_token(text, 0);
    (length == text.len()).then_some(kind)
}

impl Scanner<'_> {
    fn run(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\n' => {
                    self.end_line(at);
                    at += 1;
                }
                _ if is_space(byte) => {
                    self.space = true;
                    at += 1;
                }
                b'/' if matches!(bytes.get(at + 1), Some(b'/' | b'*')) => {
                    self.space = true;
                    at = comment_end(bytes, at);
                }
                _ => at = self.token(text, at),
            }
        }
        self.end_line(bytes.len());
    }

    fn end_line(&mut self, at: usize) {
        self.first = true;
        self.space = false;
        if let Some(hash) = self.directive.take() {
            let end = self.spliced.original(at as u32);
            self.lines.push((hash, self.tokens.len() as u32, end.min(self.original.len() as u32)));
        }
    }

    fn token(&mut self, text: &str, at: usize) -> usize {
        let start = self.spliced.original(at as u32);
        if let Some(end) = raw_string_end(self.original, start as usize) {
            let local = self.interner.intern(&self.original[start as usize..end]);
            self.push(TokenKind::String, local, Span::new(start as usize, end));
            return self.spliced.cleaned(end as u32) as usize;
        }
        if let Some((name, length)) = punctuator(&text.as_bytes()[at..]).filter(|_| !starts_number(text, at))
        {
            let end = self.spliced.original((at + length - 1) as u32) + 1;
            if self.first && known::is_hash(name) {
                self.directive = Some(self.tokens.len() as u32);
            }
            self.push(TokenKind::Punctuator, name.0, Span { start, end });
            return at + length;
        }
        let (kind, length) = next_token(text, at);
        let spelling = &text[at..at + length];
        let local = match kind {
            TokenKind::Identifier if spelling.contains('\\') => self.interner.intern(&normalised(spelling)),
            _ => self.interner.intern(spelling),
        };
        let end = self.spliced.original((at + length - 1) as u32) + 1;
        self.push(kind, local, Span { start, end });
        at + length
    }

    fn push(&mut self, kind: TokenKind, local: u32, span: Span) {
        self.tokens.push(Lexeme { kind, space: self.space, first: self.first, local, span });
        self.space = false;
        self.first = false;
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c | 0)
}

/// Behind the comment that starts at `at`; a line comment ends before its newline.
fn comment_end(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at + 2..];
    let length = if bytes[at + 1] == b'/' {
        memchr::memchr(b'\n', rest)
    } else {
        memmem::find(rest, b"*/").map(|length| length + 2)
    };
    length.map_or(bytes.len(), |length| at + 2 + length)
}

/// `.5`
fn starts_number(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    bytes[at] == b'.' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
}

/// The token at `at`, where neither white space nor a comment stands: kind and length.
fn next_token(text: &str, at: usize) -> (TokenKind, usize) {
    let bytes = text.as_bytes();
    match bytes[at] {
        b'0'..=b'9' => (TokenKind::Number, number_length(text, at)),
        b'.' if starts_number(text, at) => (TokenKind::Number, number_length(text, at)),
        quote @ (b'"' | b'\'') => literal(bytes, at, at, quote),
        byte if PART[byte as usize] || byte >= 0x80 || byte == b'\\' => identifier(text, at),
        _ => match punctuator(&bytes[at..]) {
            Some((_, length)) => (TokenKind::Punctuator, length),
            None => (TokenKind::Other, 1),
        },
    }
}

fn identifier(text: &str, at: usize) -> (TokenKind, usize) {
    let bytes = text.as_bytes();
    let length = identifier_length(&text[at..]);
    if length == 0 {
        return (TokenKind::Other, text[at..].chars().next().map_or(1, char::len_utf8));
    }
    match (&text[at..at + length], bytes.get(at + length)) {
        ("L" | "u" | "U" | "u8", Some(b'"')) => literal(bytes, at, at + length, b'"'),
        ("L" | "u" | "U", Some(b'\'')) => literal(bytes, at, at + length, b'\''),
        _ => (TokenKind::Identifier, length),
    }
}

/// The literal from `start` whose opening quote stands at `open`. Without a closing quote on its line it takes
/// the line and is no literal.
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
            Some(b'+' | b'-') if matches!(bytes[at - 1], b'e' | b'E' | b'p' | b'P') => at += 1,
            _ => match tail_length(text, at) {
                0 => return at - start,
                length => at += length,
            },
        }
    }
}

/// Behind the raw string literal at `start` of the unspliced text, if there is a whole one.
fn raw_string_end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let prefix = match bytes.get(start..)? {
        [b'R', b'"', ..] => 2,
        [b'L' | b'u' | b'U', b'R', b'"', ..] => 3,
        [b'u', b'8', b'R', b'"', ..] => 4,
        _ => return None,
    };
    let from = start + prefix;
    let legal = |byte: &u8| !matches!(byte, b'(' | b')' | b'\\') && !is_space(*byte);
    let delimiter = bytes[from..].iter().take(17).take_while(|byte| legal(byte)).count();
    if delimiter > 16 || bytes.get(from + delimiter) != Some(&b'(') {
        return None;
    }
    let mut end = vec![b')'];
    end.extend_from_slice(&bytes[from..from + delimiter]);
    end.push(b'"');
    let body = from + delimiter + 1;
    memmem::find(&bytes[body..], &end).map(|length| body + length + end.len())
}
