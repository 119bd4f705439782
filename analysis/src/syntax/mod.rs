//! Trees of texts, by tree-sitter.

mod calls;
mod functions;
pub mod nodes;

use std::sync::{Arc, OnceLock};

use tree_sitter::{Parser, Tree};

use crate::text::Span;

pub use nodes::{Cursor, Field, Kind, Node};

/// A text with its tree.
#[derive(Clone, Debug)]
pub struct Unit {
    text: String,
    tree: Tree,
    calls: OnceLock<Arc<[Box<str>]>>,
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
        Self { text, tree, calls: OnceLock::new() }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The root of its tree.
    pub fn root(&self) -> Node<'_> {
        Node::new(self.tree.root_node())
    }

    /// The names that the text calls as functions, ascending, each once. Looked for when they are first asked for.
    pub fn calls(&self) -> &[Box<str>] {
        self.calls.get_or_init(|| calls::calls(self).into())
    }

    /// How many calls of a function the text has.
    pub fn count_calls(&self, function: &str) -> usize {
        calls::count(self, function)
    }

    /// All function definitions, in source order.
    pub fn functions(&self) -> Vec<FunctionItem> {
        functions::functions(self)
    }
}
