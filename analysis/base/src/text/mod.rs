//! Source text: spans in bytes, lines, comments, edits, and messages that name lines.

mod change;
mod comments;
mod conditionals;
mod lines;
mod one_line;
mod sentence;
mod source;
mod words;

pub use change::Change;
pub use comments::Comments;
pub use conditionals::{Conditionals, has_conditional};
pub use lines::LineIndex;
pub use one_line::one_line;
pub use sentence::{Line, Piece, Sentence, holes};
pub use source::SourceText;
pub use words::{is_word, words};

pub use crate::sentence;

use borsh::{BorshDeserialize, BorshSerialize};
use serde::Serialize;

/// A half-open range of bytes, `start..end`.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    BorshSerialize,
    BorshDeserialize,
)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Creates a span from `start` to `end`, in bytes.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// Returns the span with `base` bytes added to its start and its end.
    #[must_use]
    pub fn shifted(self, base: u32) -> Self {
        Self { start: self.start + base, end: self.end + base }
    }

    /// Returns whether `other` lies within the span.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Returns the span as a range of indices into a string.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}
