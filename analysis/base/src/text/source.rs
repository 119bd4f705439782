//! A text with its lines.

use std::sync::Arc;

use super::{LineIndex, Span};

/// A text with its lines. Cheap to clone.
#[derive(Clone, Debug)]
pub struct SourceText {
    text: Arc<str>,
    lines: Arc<LineIndex>,
}

impl SourceText {
    /// Finds the lines of a text.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        Self { lines: Arc::new(LineIndex::new(&text)), text }
    }

    /// The text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Its lines.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// The text with something else in a range.
    ///
    /// # Panics
    /// If the range is not inside the text or cuts a character.
    #[must_use]
    pub fn edited(&self, range: Span, replacement: &str) -> Self {
        let Span { start, end } = range;
        Self::new([&self.text[..start as usize], replacement, &self.text[end as usize..]].concat())
    }
}
