//! The short functions of headers that the functions of the file use.

use rustc_hash::FxHashSet;

use csieve_preprocess::{Name, SourceId, TokenKind};

use super::{
    FunctionText, UnitTokens, emit, is_in_file,
    items::{Item, ItemKind, Parts},
};

/// A short function that a header defines.
#[derive(Clone, Debug)]
pub struct HeaderFunction {
    /// The header.
    pub source: SourceId,
    /// The byte offset in the header where the definition starts.
    pub start: u32,
    /// The text of the function, with its origins in the header.
    pub text: FunctionText,
}

impl HeaderFunction {
    pub(super) fn new(unit: emit::Unit<'_>, item: &Item, parts: Parts) -> Self {
        let source = unit.tokens[parts.name].spelling.source;
        // The text of the header is not needed: only comments of the file itself are read.
        let (start, text) = FunctionText::new(emit::Unit { file: source, text: "", ..unit }, item, parts);
        Self { source, start, text }
    }
}

/// Returns the short functions that headers among the tokens define and that the file's functions mention, directly or
/// through others, in their order.
pub(super) fn used<'i>(unit: UnitTokens<'_>, items: &'i [Item]) -> Vec<(&'i Item, Parts)> {
    let is_here = |parts: Parts| is_in_file(&unit.tokens[parts.name], unit);
    let names = |item: &Item| {
        let tokens = unit.tokens[item.tokens.clone()].iter();
        tokens.filter(|token| token.kind == TokenKind::Identifier).map(|token| token.name)
    };
    let mut left: Vec<(&Item, Parts)> = items
        .iter()
        .filter_map(|item| item.inline_function(unit.tokens).map(|parts| (item, parts)))
        .filter(|(_, parts)| !is_here(*parts))
        .collect();
    if left.is_empty() {
        return left;
    }
    let own = items.iter().filter(|item| matches!(item.kind, ItemKind::Function(parts) if is_here(parts)));
    let mut mentioned: FxHashSet<Name> = own.flat_map(names).collect();
    let mut used: Vec<(&Item, Parts)> = Vec::new();
    loop {
        let (next, others): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|(_, parts)| mentioned.contains(&unit.tokens[parts.name].name));
        if next.is_empty() {
            break;
        }
        mentioned.extend(next.iter().flat_map(|(item, _)| names(item)));
        used.extend(next);
        left = others;
    }
    used.sort_by_key(|(item, _)| item.tokens.start);
    used
}
