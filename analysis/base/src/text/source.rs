//! A text together with its line index.

use std::sync::Arc;

use super::{LineIndex, Span};

/// A text together with its line index. Cheap to clone.
#[derive(Clone, Debug)]
pub struct SourceText {
    text: Arc<str>,
    lines: Arc<LineIndex>,
}

impl Default for SourceText {
    fn default() -> Self {
        Self::new("")
    }
}

impl SourceText {
    /// Creates the line index of a text.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        Self { lines: Arc::new(LineIndex::new(&text)), text }
    }

    /// Returns the text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Returns the line index.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// Returns the text with a range replaced.
    ///
    /// # Panics
    /// If the range does not lie inside the text or splits a character.
    #[must_use]
    pub fn edited(&self, range: Span, replacement: &str) -> Self {
        let Span { start, end } = range;
        let text = [&self.text[..start as usize], replacement, &self.text[end as usize..]].concat();
        Self { text: text.into(), lines: Arc::new(self.lines.edited(range, replacement)) }
    }
}
