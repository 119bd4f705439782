//! The text that one function becomes after preprocessing.

use std::sync::Arc;

use super::{
    emit::{self, emit_function},
    items::{Item, Parts},
    positions::{PositionMap, origin},
};
use borsh::{BorshDeserialize, BorshSerialize};
use csieve_base::text::{Span, has_conditional};
use csieve_preprocess::Name;

/// The expanded text of a function definition, with facts about it that do not depend on where the function
/// stands in the file.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct FunctionText {
    /// The name of the function.
    pub name: String,
    /// The length of the definition in the file, in bytes. If a macro defines the function, the length of the
    /// macro's invocation.
    pub length: u32,
    /// The range of the function's body in the file, in bytes from the start of the definition.
    pub body: Span,
    /// The expanded text of the function, as the parser reads it.
    pub text: Arc<str>,
    /// The length in bytes of the part of `text` before the function's body.
    pub header: u32,
    /// The origins of the pieces of `text`, in bytes from the start of the definition in the file.
    pub positions: PositionMap,
    /// Whether the definition contains directives of conditional compilation, so that another build may have
    /// another body.
    pub varies: bool,
}

/// A function's text, with the facts that depend on where in the file the function stands.
#[derive(Clone, Debug)]
pub struct TranslatedFunction {
    /// The byte offset in the file where the function's definition starts.
    pub start: u32,
    /// The text of the function.
    pub text: FunctionText,
    /// Whether the function stands between an `#if` and its `#endif` with an `#else` or `#elif`, so that
    /// another build may have another function instead.
    pub is_alternative: bool,
    /// The names that the function uses and the first headers of the file declare, in ascending order.
    pub needs: Vec<Name>,
}

impl FunctionText {
    /// Translates a function. Also returns the byte offset in the file where its definition starts.
    pub(super) fn new(unit: emit::Unit<'_>, item: &Item, parts: Parts) -> (u32, Self) {
        let (text, header, pieces) = emit_function(unit, item.tokens.clone(), parts);
        let place =
            |at: usize| origin(&unit.tokens[at], unit.expansions, unit.file).map(|origin| origin.span);
        let named = place(parts.name).unwrap_or_default();
        let last = item.tokens.clone().rev().find_map(place).unwrap_or(named);
        let first = item.tokens.clone().find_map(place).unwrap_or(named);
        let span = Span { start: first.start.min(named.start), end: last.end.max(named.end) };
        let body_start =
            place(parts.body).map_or(span.start, |place| place.start.clamp(span.start, span.end));
        let length = span.end - span.start;
        let text = Self {
            name: unit.names.text(unit.tokens[parts.name].name).to_owned(),
            length,
            body: Span { start: body_start - span.start, end: length },
            header,
            positions: PositionMap::new(&pieces, span),
            varies: unit.text.get(span.range()).is_some_and(has_conditional),
            text: text.into(),
        };
        (span.start, text)
    }
}

impl TranslatedFunction {
    pub(super) fn new(unit: emit::Unit<'_>, item: &Item, parts: Parts, needs: Vec<Name>) -> Self {
        let (start, text) = FunctionText::new(unit, item, parts);
        Self { start, text, is_alternative: false, needs }
    }

    /// Returns the range of bytes in the file of the function's definition.
    pub fn span(&self) -> Span {
        Span { start: self.start, end: self.start + self.text.length }
    }
}
