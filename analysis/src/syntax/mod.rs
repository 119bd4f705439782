//! The raw tree of one file: parsed by tree-sitter, edited incrementally, cut into functions.

mod functions;

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use tree_sitter::{InputEdit, Parser, Point, Tree};

use crate::{
    lower::UnitContext,
    text::{LineIndex, Span},
};

/// A file's text with its tree.
#[derive(Clone, Debug)]
pub struct Unit {
    text: String,
    lines: LineIndex,
    tree: Tree,
}

/// A function definition in a [`Unit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionItem {
    /// Its name, or `<unnamed>` where the declarator could not be read.
    pub name: String,
    /// The whole definition.
    pub span: Span,
    /// Its body, with the braces.
    pub body: Span,
}

impl Default for Unit {
    /// An empty file.
    fn default() -> Self {
        Self::parse("")
    }
}

fn parser() -> Parser {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_c::LANGUAGE.into()).expect("the grammar matches the library");
    parser
}

impl Unit {
    /// Parses a text.
    pub fn parse(text: impl Into<String>) -> Self {
        let text = text.into();
        let tree = parser().parse(&text, None).expect("a language is set and nothing cancels");
        Self { lines: LineIndex::new(&text), text, tree }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its lines.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// Its tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Replaces a range of the text and reparses what that changes.
    ///
    /// # Panics
    /// If the range is not inside the text or cuts a character.
    pub fn edit(&mut self, range: Span, replacement: &str) {
        let start = self.point(range.start);
        let old_end = self.point(range.end);
        self.text.replace_range(range.range(), replacement);
        self.lines = LineIndex::new(&self.text);
        let new_end_byte = range.start as usize + replacement.len();
        self.tree.edit(&InputEdit {
            start_byte: range.start as usize,
            old_end_byte: range.end as usize,
            new_end_byte,
            start_position: start,
            old_end_position: old_end,
            new_end_position: self.point(new_end_byte as u32),
        });
        self.tree =
            parser().parse(&self.text, Some(&self.tree)).expect("a language is set and nothing cancels");
    }

    fn point(&self, offset: u32) -> Point {
        let (row, column) = self.lines.line_column(offset);
        Point { row: row as usize, column: column as usize }
    }

    /// All function definitions, in source order.
    pub fn functions(&self) -> Vec<FunctionItem> {
        functions::functions(self)
    }

    /// A hash of everything that an analysis of a function may look at beside the function itself: the
    /// text outside bodies, and the few facts found inside other bodies (a macro defined there, a
    /// `static` object that nothing writes, a function that only returns a constant).
    pub fn context_hash(&self) -> u64 {
        self.context_hash_of(&self.functions(), &UnitContext::new(self))
    }

    /// The same, from this unit's functions and context.
    pub fn context_hash_of(&self, functions: &[FunctionItem], context: &UnitContext) -> u64 {
        let mut hasher = FxHasher::default();
        let mut from = 0;
        for function in functions {
            self.text[from..function.body.start as usize].hash(&mut hasher);
            from = function.span.end as usize;
        }
        self.text[from..].hash(&mut hasher);
        context.facts_hash().hash(&mut hasher);
        hasher.finish()
    }
}
