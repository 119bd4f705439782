//! Line splices: a backslash at the end of a line joins it with the next line (C11 5.1.1.2, phase 2).

use std::borrow::Cow;

use memchr::memchr_iter;

/// A text without its line splices, and the positions where they were.
pub(super) struct Spliced<'a> {
    pub text: Cow<'a, str>,
    /// For each splice, its byte offset in `text`, and the total number of bytes of this and all earlier
    /// splices.
    removed: Vec<(u32, u32)>,
    next: usize,
    shift: u32,
}

impl<'a> Spliced<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut clean = String::new();
        let mut removed = Vec::new();
        let mut from = 0;
        for at in memchr_iter(b'\\', text.as_bytes()) {
            let Some(length) = splice_length(&text.as_bytes()[at..]) else { continue };
            clean.push_str(&text[from..at]);
            from = at + length;
            removed.push((clean.len() as u32, (from - clean.len()) as u32));
        }
        let text = if removed.is_empty() {
            Cow::Borrowed(text)
        } else {
            clean.push_str(&text[from..]);
            Cow::Owned(clean)
        };
        Self { text, removed, next: 0, shift: 0 }
    }

    /// Returns the byte offset in the file that corresponds to the byte offset `at` in `text`. Successive
    /// calls must ask for ascending offsets.
    pub(super) fn original(&mut self, at: u32) -> u32 {
        while let Some(&(offset, shift)) = self.removed.get(self.next) {
            if offset > at {
                break;
            }
            self.shift = shift;
            self.next += 1;
        }
        at + self.shift
    }

    /// Returns the first byte offset in `text` that corresponds to a byte offset in the file of at least
    /// `original`.
    pub(super) fn cleaned(&self, original: u32) -> u32 {
        let before = self.removed.partition_point(|&(offset, shift)| offset + shift <= original);
        let shift = if before == 0 { 0 } else { self.removed[before - 1].1 };
        match self.removed.get(before) {
            Some(&(offset, _)) => offset.min(original - shift),
            None => original - shift,
        }
    }
}

/// Returns the length in bytes of a splice: a backslash, optional white space, and the newline. `None` if
/// anything else follows the backslash on its line.
fn splice_length(bytes: &[u8]) -> Option<usize> {
    let blank = |&byte: &u8| matches!(byte, b' ' | b'\t' | b'\x0b' | b'\x0c' | b'\r');
    let length = 1 + bytes[1..].iter().take_while(|byte| blank(byte)).count();
    (bytes.get(length) == Some(&b'\n')).then_some(length + 1)
}
