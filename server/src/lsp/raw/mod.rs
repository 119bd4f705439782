//! The raw trees of open documents: their texts as they are, parsed by tree-sitter with its recovery from
//! errors.
//!
//! The analysis reads expanded texts, function by function. What editors ask about the text itself (symbols,
//! folds, selections) comes from these trees. A tree is made when somebody asks for it and is edited along
//! with the text, so that the next question parses only what changed.

mod broken;
mod declarator;
mod errors;
mod folds;
mod members;
mod outline;
mod selection;
mod symbol;
mod trees;

pub(super) use folds::{Fold, FoldKind, folds};
pub(super) use outline::outline;
pub(super) use selection::around;
pub(super) use symbol::{Symbol, SymbolSort};
pub(super) use trees::{Edits, Trees};

use csieve_analysis::text::{SourceText, Span};
use tree_sitter::{InputEdit, Node, Parser, Point, Tree};

/// A text with its raw tree. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct RawText {
    /// The text that was parsed.
    pub source: SourceText,
    /// The tree of the text.
    tree: Tree,
}

impl RawText {
    /// Parses a text. `before` is the tree of an earlier text, edited as the text was. `None` if the parser
    /// fails.
    fn parse(source: SourceText, before: Option<&Tree>) -> Option<Self> {
        let mut parser = Parser::new();
        parser.set_language(&tree_sitter_c::LANGUAGE.into()).ok()?;
        let tree = parser.parse(&**source.text(), before)?;
        Some(Self { source, tree })
    }

    /// Returns the text of a span.
    fn text(&self, span: Span) -> &str {
        self.source.text().get(span.range()).unwrap_or_default()
    }
}

/// Returns the bytes of a node.
fn span(node: Node) -> Span {
    Span::new(node.start_byte(), node.end_byte())
}

/// Returns an edit of a text as trees are told of it: `replaced` bytes of `old` became as many bytes of `new`
/// as `length` says.
pub(super) fn edit(old: &SourceText, replaced: Span, new: &SourceText, length: usize) -> InputEdit {
    let end = replaced.start + length as u32;
    InputEdit {
        start_byte: replaced.start as usize,
        old_end_byte: replaced.end as usize,
        new_end_byte: end as usize,
        start_position: point(old, replaced.start),
        old_end_position: point(old, replaced.end),
        new_end_position: point(new, end),
    }
}

fn point(source: &SourceText, offset: u32) -> Point {
    let (line, column) = source.lines().line_column(offset);
    Point::new(line as usize, column as usize)
}

#[cfg(test)]
pub(super) mod testing {
    //! Raw texts for tests.

    use csieve_analysis::text::SourceText;

    use super::RawText;

    /// Parses a text.
    pub(crate) fn raw(text: &str) -> RawText {
        RawText::parse(SourceText::new(text), None).expect("nothing cancels the parser")
    }
}
