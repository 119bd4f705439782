//! A preprocessed unit as texts that tree-sitter parses: one for each function, one for all declarations the
//! functions need. Every piece of a text knows the range of the file it comes from.

mod declares;
mod emit;
mod function;
mod headers;
mod items;
mod needed;
mod old_style;
mod positions;
mod readable;
#[cfg(test)]
mod tests;

pub use function::FunctionText;
pub use headers::HeaderDeclarations;
pub use positions::{Origin, PositionMap};
pub use readable::readable;

use rustc_hash::FxHashSet;

use self::{
    declares::{Declares, declares},
    items::{ItemKind, items},
    positions::origin,
};
use crate::preprocess::{Expansion, Layered, Name, Names, SourceId, Token, TokenKind};

/// What a file's functions and declarations are after preprocessing.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The functions that the file defines, in source order.
    pub functions: Vec<FunctionText>,
    /// The declarations of headers that the file needs.
    pub headers: String,
    /// The declarations of the file itself.
    pub declarations: String,
}

/// A preprocessed unit: the tokens of its first headers, which stay the same while the file is edited, and
/// all others.
#[derive(Clone, Copy)]
pub struct UnitTokens<'a> {
    /// The external declarations of the first headers.
    pub headers: &'a HeaderDeclarations,
    /// The tokens of the first headers.
    pub header_tokens: &'a [Token],
    /// All others.
    pub tokens: &'a [Token],
    /// Their spellings.
    pub names: &'a Names,
    /// The macro invocations.
    pub expansions: &'a Layered<Expansion>,
    /// The file whose functions are wanted.
    pub file: SourceId,
    /// Its text.
    pub text: &'a str,
    /// No header is missing: every type is known.
    pub complete: bool,
}

impl Translation {
    /// Cuts a unit into texts.
    pub fn new(unit: UnitTokens<'_>) -> Self {
        let tokens = unit.tokens;
        let items = items(tokens, &|token| starts_line(token, unit));
        let mut types = unit.headers.types.clone();
        let mut values: FxHashSet<Name> = FxHashSet::default();
        for declared in items.iter().flat_map(|item| declares(tokens, item)) {
            match declared {
                Declares::Type(name) => drop(types.insert(name)),
                Declares::Value(name) => drop(values.insert(name)),
                Declares::Tag(_) => {}
            }
        }
        let is_value = |name| unit.complete || values.contains(&name) || unit.headers.declares(name);
        let emission = emit::Unit {
            tokens,
            names: unit.names,
            expansions: unit.expansions,
            file: unit.file,
            types: &types,
            is_value: &is_value,
        };
        let mut functions = Vec::new();
        let mut declarations = String::new();
        for item in &items {
            match item.kind {
                ItemKind::Function { name, body, names } if is_in_file(&tokens[name], unit) => {
                    functions.push(FunctionText::new(emission, item, name, emit::Parts { body, names }));
                }
                ItemKind::Function { body, names, .. } => {
                    let start = item.tokens.start;
                    declarations.push_str(&emit::emit_header(emission, start, emit::Parts { body, names }));
                    declarations.push_str(";\n");
                }
                ItemKind::Declaration => {
                    declarations.push_str(&emit::emit(emission, item.tokens.clone()));
                    declarations.push('\n');
                }
                ItemKind::Stray => {}
            }
        }
        let used = tokens.iter().filter(|token| token.kind == TokenKind::Identifier).map(|token| token.name);
        let headers = unit.headers.text(unit.header_tokens, unit.names, used);
        Self { functions, headers, declarations }
    }
}

/// Whether a token comes from the file.
fn is_in_file(token: &Token, unit: UnitTokens<'_>) -> bool {
    origin(token, unit.expansions, unit.file).is_some()
}

/// Whether a token stands in the first column of the file.
fn starts_line(token: &Token, unit: UnitTokens<'_>) -> bool {
    let start = token.spelling.span.start as usize;
    token.expansion.is_none()
        && token.spelling.source == unit.file
        && (start == 0 || unit.text.as_bytes().get(start - 1) == Some(&b'\n'))
}
