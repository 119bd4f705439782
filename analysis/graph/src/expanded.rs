//! What statements became by macro expansion.

use std::sync::Arc;

use csieve_base::text::Span;

/// The text of a statement after macro expansion. Few statements are in a report, so that the text is made readable where
/// somebody reads it.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// The expanded text around the statement.
    around: Arc<str>,
    /// The range of the statement there, in bytes.
    span: Span,
    /// Makes expanded text readable.
    readable: fn(&str) -> String,
}

impl Expanded {
    /// The statement at a range of an expanded text, which `readable` turns into text for readers.
    pub fn new(around: Arc<str>, span: Span, readable: fn(&str) -> String) -> Self {
        Self { around, span, readable }
    }

    /// A statement with a text that is readable already.
    pub(crate) fn plain(text: String) -> Self {
        let span = Span { start: 0, end: text.len() as u32 };
        Self::new(text.into(), span, str::to_owned)
    }

    /// Returns the text for readers.
    pub fn text(&self) -> String {
        (self.readable)(self.around.get(self.span.range()).unwrap_or_default())
    }
}
