//! The text of an open document and its changes.

use std::sync::Arc;

use csieve_analysis::{syntax::Unit, text::LineIndex};
use tower_lsp::lsp_types::TextDocumentContentChangeEvent as Change;

use super::positions::{Encoding, Positions};
use crate::project::MAX_FILE_BYTES;

/// Longest text that is parsed, in bytes.
pub(crate) const LIMIT: usize = MAX_FILE_BYTES as usize;

/// From this many changes at once on, one new parse is cheaper than one incremental parse for each.
const MANY: usize = 16;

/// A text, parsed unless it is too long.
#[derive(Clone, Debug)]
pub(crate) enum Text {
    /// With its tree.
    Parsed(Arc<Unit>),
    /// Longer than [`LIMIT`].
    Long(String),
}

impl Text {
    /// Takes in a text.
    pub fn new(text: String) -> Self {
        if text.len() > LIMIT { Self::Long(text) } else { Self::Parsed(Arc::new(Unit::parse(text))) }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Parsed(unit) => unit.text(),
            Self::Long(text) => text,
        }
    }

    /// The unit, if it is not too long.
    pub fn unit(&self) -> Option<&Arc<Unit>> {
        match self {
            Self::Parsed(unit) => Some(unit),
            Self::Long(_) => None,
        }
    }

    /// Applies changes one after the other, each to the text that the one before left.
    pub fn apply(&mut self, changes: Vec<Change>, encoding: Encoding) {
        match self {
            Self::Parsed(unit) if is_small(unit.text(), &changes) => {
                let unit = Arc::make_mut(unit);
                for change in changes {
                    let span = Positions::of(unit, encoding).span(change.range.unwrap_or_default());
                    unit.edit(span, &change.text);
                }
            }
            _ => {
                let mut text = self.as_str().to_owned();
                for change in changes {
                    replace(&mut text, change, encoding);
                }
                *self = Self::new(text);
            }
        }
    }
}

/// Whether changes are few and short enough to be parsed one by one.
fn is_small(text: &str, changes: &[Change]) -> bool {
    let added: usize = changes.iter().map(|change| change.text.len()).sum();
    changes.len() < MANY && text.len() + added <= LIMIT && changes.iter().all(|change| change.range.is_some())
}

fn replace(text: &mut String, change: Change, encoding: Encoding) {
    match change.range {
        Some(range) => {
            let lines = LineIndex::new(text);
            let span = Positions::new(text, &lines, encoding).span(range);
            text.replace_range(span.range(), &change.text);
        }
        None => *text = change.text,
    }
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::{Position, Range, TextDocumentContentChangeEvent as Change};

    use super::{LIMIT, MANY, Text};
    use crate::lsp::positions::Encoding;

    fn change(from: (u32, u32), to: (u32, u32), text: &str) -> Change {
        let range = Range::new(Position::new(from.0, from.1), Position::new(to.0, to.1));
        Change { range: Some(range), range_length: None, text: text.to_owned() }
    }

    #[test]
    fn changes_apply_to_what_the_one_before_left() {
        let changes =
            [change((0, 4), (0, 5), "𝄞\r\n"), change((1, 0), (1, 0), "x"), change((0, 5), (0, 5), "y")];
        for repeat in [1, MANY] {
            let mut text = Text::new("int é;\r\n".to_owned());
            let nothing = std::iter::repeat_n(change((0, 0), (0, 0), ""), repeat - 1);
            text.apply(nothing.chain(changes.clone()).collect(), Encoding::Utf16);
            assert_eq!(text.as_str(), "int y𝄞\r\nx;\r\n");
        }
    }

    #[test]
    fn a_whole_text_replaces_everything() {
        let mut text = Text::new("int a;".to_owned());
        let all = Change { range: None, range_length: None, text: "int b;".to_owned() };
        text.apply(vec![all, change((0, 4), (0, 5), "c")], Encoding::Utf8);
        assert_eq!(text.as_str(), "int c;");
    }

    #[test]
    fn a_long_text_is_kept_but_not_parsed() {
        let mut text = Text::new("//".to_owned());
        text.apply(vec![change((0, 2), (0, 2), &"x".repeat(LIMIT))], Encoding::Utf8);
        assert!(text.unit().is_none());
        text.apply(vec![change((0, 2), (0, u32::MAX), "")], Encoding::Utf8);
        assert_eq!(text.unit().map(|unit| unit.text()), Some("//"));
    }
}
