//! What a text declares, as editors list it.

use csieve_analysis::text::Span;

use super::{RawText, declarator::Declared, span};

/// The most characters of a symbol's detail.
const LONGEST_DETAIL: usize = 80;

/// The sort of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SymbolSort {
    /// A function, or its prototype.
    Function,
    /// A macro without parameters.
    Macro,
    /// A macro with parameters.
    MacroFunction,
    /// A structure or a union.
    Struct,
    /// An enumeration.
    Enum,
    /// A constant of an enumeration.
    Enumerator,
    /// A member of a structure or a union.
    Member,
    /// Another name of a type.
    Typedef,
    /// A variable of the file.
    Variable,
}

/// A symbol of a text. Its name is never empty, and `span` contains `name_span` and the spans of `children`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symbol {
    /// The name.
    pub name: String,
    /// Its type or parameters, on one line; empty if there is nothing to say.
    pub detail: String,
    /// The sort of the symbol.
    pub sort: SymbolSort,
    /// The whole declaration, in bytes of the text.
    pub span: Span,
    /// The name in the text, in bytes.
    pub name_span: Span,
    /// The members or constants, in source order.
    pub children: Vec<Symbol>,
}

impl Symbol {
    /// Returns the symbol of a text that starts `base` bytes into another one, at its place there.
    pub(super) fn shifted(self, base: u32) -> Self {
        let children = self.children.into_iter().map(|child| child.shifted(base)).collect();
        Self { span: self.span.shifted(base), name_span: self.name_span.shifted(base), children, ..self }
    }
}

/// Returns the symbol of a function, with its parameters as the detail.
pub(super) fn function(raw: &RawText, declared: Declared, whole: Span) -> Symbol {
    let parameters = declared.parameters.map(|parameters| on_one_line(raw.of(parameters)));
    Symbol {
        name: raw.of(declared.name).to_owned(),
        detail: parameters.unwrap_or_default(),
        sort: SymbolSort::Function,
        span: whole,
        name_span: span(declared.name),
        children: Vec::new(),
    }
}

/// Returns a text on one line, cut if it is long.
pub(super) fn on_one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(LONGEST_DETAIL) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
