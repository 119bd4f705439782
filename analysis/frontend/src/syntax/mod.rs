//! Syntax trees of C texts, parsed by tree-sitter and kept as blocks of nodes.

mod calls;
mod declared;
mod functions;
pub mod nodes;
mod packed;
mod queries;

use std::sync::{Arc, OnceLock};

use tree_sitter::Parser;

use csieve_base::text::Span;

use declared::Declared;
pub use nodes::{Cursor, Field, Kind, Node};
use packed::Packed;
pub use queries::{Queries, WrongQuery};

/// A C text with its syntax tree.
#[derive(Clone, Debug)]
pub struct Unit {
    text: Arc<str>,
    tree: Packed,
    calls: OnceLock<Arc<[Box<str>]>>,
    declared: OnceLock<Arc<Declared>>,
}

/// A function definition in a [`Unit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionItem {
    /// The name of the function, or `<unnamed>` if its declarator could not be read.
    pub name: String,
    /// The range of the whole definition, in bytes of the text.
    pub span: Span,
    /// The range of the function's body with its braces, in bytes of the text.
    pub body: Span,
}

impl Default for Unit {
    /// Returns the tree of an empty text.
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
    /// Parses a text. Broken code gives a tree with error nodes.
    pub fn parse(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let tree = parser().parse(&*text, None).expect("a language is set and nothing cancels");
        Self { text, tree: Packed::of(&tree), calls: OnceLock::new(), declared: OnceLock::new() }
    }

    /// Returns the text that was parsed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the root of the syntax tree.
    pub fn root(&self) -> Node<'_> {
        Node::root(&self.tree)
    }

    /// Returns the names that the text calls as functions, in ascending order, each once. The first call
    /// computes them.
    pub fn calls(&self) -> &[Box<str>] {
        self.calls.get_or_init(|| calls::calls(self).into())
    }

    /// Returns the number of calls of the function with this name in the text.
    pub fn count_calls(&self, function: &str) -> usize {
        calls::count(self, function)
    }

    /// Returns the declarators that declare a name, each with its declaration, in no order; those inside functions
    /// only if `in_functions` is set. The first call finds all names.
    pub fn declared(&self, name: &str, in_functions: bool) -> Vec<(Node<'_>, Node<'_>)> {
        self.declared.get_or_init(|| Arc::new(Declared::of(self))).find(self, name, in_functions)
    }

    /// Returns all function definitions of the text, in source order.
    pub fn functions(&self) -> Vec<FunctionItem> {
        functions::functions(self)
    }
}
