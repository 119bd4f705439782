//! Finds the comments of a C text.

use super::Span;

/// The spans of all comments and of all string and character literals of a C text.
#[derive(Debug)]
pub struct Comments {
    /// The comments in order, with their delimiters.
    pub comments: Vec<Span>,
    /// The string and character literals in order, with their quotes.
    pub literals: Vec<Span>,
}

impl Comments {
    /// Finds the comments and literals of a C text in one pass.
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut found = Self { comments: Vec::new(), literals: Vec::new() };
        let mut at = 0;
        while let Some(next) = memchr::memchr3(b'/', b'"', b'\'', &bytes[at..]) {
            let start = at + next;
            at = match bytes[start] {
                b'/' => match bytes.get(start + 1) {
                    Some(b'/') => found.comment(start, line_end(bytes, start)),
                    Some(b'*') => found.comment(start, block_end(bytes, start)),
                    _ => start + 1,
                },
                // No literal starts here: a digit separator as in `1'000`, or an apostrophe in the text of an
                // `#error`.
                b'\''
                    if start > 0 && bytes[start - 1].is_ascii_alphanumeric() && !is_prefix(bytes, start) =>
                {
                    start + 1
                }
                quote => {
                    let end = literal_end(bytes, start, quote);
                    found.literals.push(Span::new(start, end));
                    end
                }
            };
        }
        found
    }

    fn comment(&mut self, start: usize, end: usize) -> usize {
        self.comments.push(Span::new(start, end));
        end
    }

    /// Returns the span of the comment or literal that contains a byte offset, or `None` if none does.
    pub fn around(&self, offset: u32) -> Option<Span> {
        let find = |spans: &[Span]| {
            let after = spans.partition_point(|span| span.start <= offset);
            after.checked_sub(1).map(|at| spans[at]).filter(|span| offset < span.end)
        };
        find(&self.comments).or_else(|| find(&self.literals))
    }
}

/// Returns whether the letter before a quote is an encoding prefix, as in `L'x'` and `u'x'`.
fn is_prefix(bytes: &[u8], quote: usize) -> bool {
    let is_letter = matches!(bytes[quote - 1], b'L' | b'u' | b'U');
    is_letter && !(quote > 1 && bytes[quote - 2].is_ascii_alphanumeric())
}

/// Returns the byte offset at which a line comment ends: that of its newline, unless a backslash before the
/// newline continues the comment.
fn line_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(length) = memchr::memchr(b'\n', &bytes[at..]) {
        let end = at + length;
        let before = bytes[start..end].strip_suffix(b"\r").unwrap_or(&bytes[start..end]);
        if !before.ends_with(b"\\") {
            return end;
        }
        at = end + 1;
    }
    bytes.len()
}

fn block_end(bytes: &[u8], start: usize) -> usize {
    memchr::memmem::find(&bytes[start + 2..], b"*/").map_or(bytes.len(), |length| start + 2 + length + 2)
}

/// Returns the byte offset after the closing quote of a literal, or the end of the line if there is no
/// closing quote.
fn literal_end(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}
