//! The scanner: cuts a text into tokens in one pass, after its line splices are removed.

use memchr::memmem;

use super::Lexeme;
use super::identifier::normalised;
use super::locals::{Interner, Locals};
use super::raw::raw_string_end;
use super::splice::Spliced;
use super::token::{Cut, cut, is_space};
use crate::{TokenKind, known};
use csieve_base::text::Span;

/// The result of cutting a file into tokens.
pub(super) struct Scanned {
    pub tokens: Vec<Lexeme>,
    pub locals: Locals,
    /// For each directive, the index in `tokens` of its `#`, the index in `tokens` of the first token after
    /// its line, and the byte offset at which the line ends in the file.
    pub lines: Vec<(u32, u32, u32)>,
}

struct Scanner<'a> {
    original: &'a str,
    spliced: Spliced<'a>,
    interner: Interner,
    tokens: Vec<Lexeme>,
    lines: Vec<(u32, u32, u32)>,
    /// The index in `tokens` of the `#` that starts the current line. `None` if the line is no directive.
    directive: Option<u32>,
    space: bool,
    first: bool,
}

/// Cuts a text into tokens. A text of 4 GiB or more has no tokens, since offsets are 32 bits wide.
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
        let Cut { kind, length, known } = cut(text, at);
        let spelling = &text[at..at + length];
        let local = match known {
            Some(name) => name.0,
            None if kind == TokenKind::Identifier && spelling.contains('\\') => {
                self.interner.intern(&normalised(spelling))
            }
            None => self.interner.intern(spelling),
        };
        if self.first && known.is_some_and(known::is_hash) {
            self.directive = Some(self.tokens.len() as u32);
        }
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

/// Returns the byte offset after the comment that starts at byte `at`. A line comment ends before its
/// newline.
fn comment_end(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at + 2..];
    let length = if bytes[at + 1] == b'/' {
        memchr::memchr(b'\n', rest)
    } else {
        memmem::find(rest, b"*/").map(|length| length + 2)
    };
    length.map_or(bytes.len(), |length| at + 2 + length)
}
