//! Sentences that name lines of a function. Results of the analysis do not depend on where their function
//! stands in the file, so a line is kept as a byte offset in the function until that position is known.

use std::borrow::Cow;

use borsh::{BorshDeserialize, BorshSerialize};
use serde::Serialize;

use super::LineIndex;

/// A line of a function, given by the offset of any byte on it, counted from the start of the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line(pub u32);

/// A text that contains references to lines. Only a [`Line`] becomes a line number; other text stays as it
/// is, even if it looks like a reference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, BorshSerialize, BorshDeserialize)]
pub struct Sentence {
    /// The text of the sentence, without its line numbers.
    text: String,
    /// The references to lines: for each, the byte position in `text` at which the line number is inserted,
    /// in ascending order, and the offset of the [`Line`].
    lines: Vec<(u32, u32)>,
}

impl Sentence {
    /// Returns the length of the sentence in bytes, without its line numbers.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns whether the sentence has no words.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Fills the holes `{}` of a template in order. Use [`sentence!`](crate::text::sentence) instead, which
    /// also checks the number of holes.
    pub fn filled(template: &str, pieces: &[&dyn Piece]) -> Self {
        let mut sentence = Self::default();
        let mut pieces = pieces.iter();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once("{}") {
            sentence.text.push_str(before);
            if let Some(piece) = pieces.next() {
                sentence.push(*piece);
            }
            rest = after;
        }
        sentence.text.push_str(rest);
        sentence
    }

    /// Appends a text, a number, a line or another sentence.
    pub fn push(&mut self, piece: &(impl Piece + ?Sized)) {
        piece.add_to(self);
    }

    /// Returns the text of the sentence without its line numbers.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Replaces the offset of every [`Line`] in the sentence.
    pub fn move_lines(&mut self, to: &dyn Fn(u32) -> u32) {
        for (_, offset) in &mut self.lines {
            *offset = to(*offset);
        }
    }

    /// Splits the sentence before the first occurrence of `pattern`, which the second part then starts with.
    /// If the pattern does not occur, the second part is empty.
    pub fn split_before(&self, pattern: &str) -> (Self, Self) {
        let at = self.text.find(pattern).unwrap_or(self.text.len());
        let (first, rest) = self.text.split_at(at);
        let count = self.lines.partition_point(|(place, _)| *place as usize <= at);
        let (before, behind) = self.lines.split_at(count);
        let behind = behind.iter().map(|(place, offset)| (place - at as u32, *offset));
        (
            Self { text: first.to_owned(), lines: before.to_vec() },
            Self { text: rest.to_owned(), lines: behind.collect() },
        )
    }

    /// Returns the sentence with line numbers. Its function starts at byte `base` of the file whose line
    /// index is `lines`.
    pub fn resolved(&self, base: u32, lines: &LineIndex) -> String {
        self.written(|offset| lines.line_number(base + offset).to_string())
    }

    /// Returns the sentence with every reference to a line replaced by what `name` returns for the offset of
    /// the [`Line`].
    pub fn written(&self, name: impl Fn(u32) -> String) -> String {
        let mut out = String::with_capacity(self.text.len() + 4 * self.lines.len());
        let mut from = 0;
        for (place, offset) in &self.lines {
            let place = *place as usize;
            out.push_str(&self.text[from..place]);
            out.push_str(&name(*offset));
            from = place;
        }
        out.push_str(&self.text[from..]);
        out
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Self {
        Self { text, lines: Vec::new() }
    }
}

impl From<&str> for Sentence {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// A value that can fill a hole of a sentence.
pub trait Piece {
    /// Appends the value to a sentence.
    fn add_to(&self, sentence: &mut Sentence);
}

impl Piece for Cow<'_, str> {
    fn add_to(&self, sentence: &mut Sentence) {
        (**self).add_to(sentence);
    }
}

impl Piece for str {
    fn add_to(&self, sentence: &mut Sentence) {
        sentence.text.push_str(self);
    }
}

impl Piece for String {
    fn add_to(&self, sentence: &mut Sentence) {
        sentence.text.push_str(self);
    }
}

impl Piece for u32 {
    fn add_to(&self, sentence: &mut Sentence) {
        sentence.text.push_str(&self.to_string());
    }
}

impl Piece for usize {
    fn add_to(&self, sentence: &mut Sentence) {
        sentence.text.push_str(&self.to_string());
    }
}

impl Piece for Line {
    fn add_to(&self, sentence: &mut Sentence) {
        sentence.lines.push((sentence.text.len() as u32, self.0));
    }
}

impl Piece for Sentence {
    fn add_to(&self, sentence: &mut Sentence) {
        let start = sentence.text.len() as u32;
        sentence.text.push_str(&self.text);
        sentence.lines.extend(self.lines.iter().map(|(place, offset)| (start + place, *offset)));
    }
}

impl<T: Piece + ?Sized> Piece for &T {
    fn add_to(&self, sentence: &mut Sentence) {
        (**self).add_to(sentence);
    }
}

/// Returns the number of holes `{}` in the template of a sentence.
///
/// # Panics
/// If the template contains any other brace. [`sentence!`](crate::text::sentence) calls this function at
/// compile time.
pub const fn holes(template: &str) -> usize {
    let bytes = template.as_bytes();
    let (mut at, mut count) = (0, 0);
    while at < bytes.len() {
        if bytes[at] == b'{' {
            assert!(at + 1 < bytes.len() && bytes[at + 1] == b'}', "a hole is written {{}}");
            count += 1;
            at += 1;
        } else {
            assert!(bytes[at] != b'}', "a hole is written {{}}");
        }
        at += 1;
    }
    count
}

/// Makes a [`Sentence`] from a template. Its holes `{}` are filled, in order, with texts, numbers, lines or
/// sentences.
///
/// `sentence!("`{}` is freed on line {}", name, Line(offset))`
#[macro_export]
macro_rules! sentence {
    ($template:literal $(, $piece:expr)* $(,)?) => {{
        const PIECES: &[&str] = &[$(stringify!($piece)),*];
        const { assert!($crate::text::holes($template) == PIECES.len(), "as many pieces as holes") };
        $crate::text::Sentence::filled($template, &[$(&$piece as &dyn $crate::text::Piece),*])
    }};
}

#[cfg(test)]
mod tests {
    use super::{Line, Sentence};
    use crate::text::LineIndex;

    #[test]
    fn lines_become_numbers_where_the_function_is() {
        let lines = LineIndex::new("\n\nint f(void)\n{\n}\n");
        let freed = sentence!("`{}` is freed on line {}", "p", Line(12));
        assert_eq!(freed.resolved(2, &lines), "`p` is freed on line 4");
        assert_eq!(freed.resolved(0, &lines), "`p` is freed on line 3");
    }

    #[test]
    fn text_that_looks_like_a_line_stays_text() {
        let lines = LineIndex::new("\n\n");
        let tested = sentence!("`{}` on line {} holds {}", "s == \"{line:0}{}\"", Line(1), "{}");
        assert_eq!(tested.resolved(0, &lines), "`s == \"{line:0}{}\"` on line 2 holds {}");
    }

    #[test]
    fn sentences_are_joined_and_split_with_their_lines() {
        let lines = LineIndex::new("\n\n\n");
        let inner = sentence!("line {} leaves it", Line(1));
        let mut whole = sentence!("{}; line {} needs it", inner, Line(2));
        whole.push(" again");
        assert_eq!(whole.resolved(0, &lines), "line 2 leaves it; line 3 needs it again");
        let (first, rest) = whole.split_before("; ");
        assert_eq!(first, inner);
        assert_eq!(rest.resolved(0, &lines), "; line 3 needs it again");
        assert_eq!(whole.split_before("?"), (whole.clone(), Sentence::default()));
    }

    #[test]
    fn a_line_at_the_border_belongs_to_the_first_part() {
        let (first, rest) = sentence!("on line {}; {}", Line(7), Line(9)).split_before("; ");
        assert_eq!(first.written(|offset| offset.to_string()), "on line 7");
        assert_eq!(rest.written(|offset| offset.to_string()), "; 9");
    }
}
