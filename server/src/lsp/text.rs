//! The text of an open document, and the changes to it.

use std::sync::Arc;

use csieve_analysis::text::SourceText;
use tower_lsp::lsp_types::TextDocumentContentChangeEvent as Change;

use super::{
    positions::{Encoding, Positions},
    raw::{Edits, edit},
};
use crate::project::MAX_FILE_BYTES;

/// The longest text that is analysed, in bytes.
pub(crate) const LIMIT: usize = MAX_FILE_BYTES as usize;

/// The text of an open document.
#[derive(Clone, Debug)]
pub(crate) struct Text(SourceText);

impl Text {
    /// Creates the text of a document.
    pub(super) fn new(text: String) -> Self {
        Self(SourceText::new(text))
    }

    /// Returns the text.
    pub(super) fn as_str(&self) -> &str {
        self.0.text()
    }

    /// Returns the text, to be shared.
    pub(super) fn shared(&self) -> &Arc<str> {
        self.0.text()
    }

    /// Returns the text for the analysis; `None` if it is too long.
    pub(super) fn source(&self) -> Option<&SourceText> {
        (self.as_str().len() <= LIMIT).then_some(&self.0)
    }

    /// Applies changes in order. The positions in each change refer to the text after the changes before it.
    /// Returns the edits of the text's tree.
    pub(super) fn apply(&mut self, changes: Vec<Change>, encoding: Encoding) -> Edits {
        let mut edits = Some(Vec::new());
        for change in changes {
            let Some(range) = change.range else {
                self.0 = SourceText::new(change.text);
                edits = None;
                continue;
            };
            let span = Positions::of(&self.0, encoding).span(range);
            let new = self.0.edited(span, &change.text);
            if let Some(edits) = &mut edits {
                edits.push(edit(&self.0, span, &new, change.text.len()));
            }
            self.0 = new;
        }
        edits
    }
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::{Position, Range, TextDocumentContentChangeEvent as Change};

    use super::{LIMIT, Text};
    use crate::lsp::positions::Encoding;

    fn change(from: (u32, u32), to: (u32, u32), text: &str) -> Change {
        let range = Range::new(Position::new(from.0, from.1), Position::new(to.0, to.1));
        Change { range: Some(range), range_length: None, text: text.to_owned() }
    }

    #[test]
    fn changes_apply_to_what_the_one_before_left() {
        let changes =
            [change((0, 4), (0, 5), "𝄞\r\n"), change((1, 0), (1, 0), "x"), change((0, 5), (0, 5), "y")];
        let mut text = Text::new("int é;\r\n".to_owned());
        text.apply(changes.to_vec(), Encoding::Utf16);
        assert_eq!(text.as_str(), "int y𝄞\r\nx;\r\n");
    }

    #[test]
    fn a_whole_text_replaces_everything() {
        let mut text = Text::new("int a;".to_owned());
        let all = Change { range: None, range_length: None, text: "int b;".to_owned() };
        text.apply(vec![all, change((0, 4), (0, 5), "c")], Encoding::Utf8);
        assert_eq!(text.as_str(), "int c;");
    }

    #[test]
    fn a_long_text_is_kept_but_not_analysed() {
        let mut text = Text::new("//".to_owned());
        text.apply(vec![change((0, 2), (0, 2), &"x".repeat(LIMIT))], Encoding::Utf8);
        assert!(text.source().is_none());
        text.apply(vec![change((0, 2), (0, u32::MAX), "")], Encoding::Utf8);
        assert_eq!(text.source().map(|source| &**source.text()), Some("//"));
    }
}
