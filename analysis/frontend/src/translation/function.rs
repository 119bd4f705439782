//! The text of one function after preprocessing.

use super::{
    emit::{self, Parts, emit_function},
    items::Item,
    positions::{PositionMap, origin},
};
use csieve_base::text::{Span, has_conditional};
use csieve_preprocess::Name;

/// The expanded text of a function definition. Nothing in it depends on where the function stands in the
/// file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionText {
    /// The name of the function.
    pub name: String,
    /// The length of the definition in the file, in bytes. If a macro defines the function, it is that of the
    /// invocation.
    pub length: u32,
    /// The range of the body, relative to the start of the definition in the file.
    pub body: Span,
    /// The expanded text, as the parser reads it.
    pub text: String,
    /// The length of the text before the body, in bytes.
    pub header: u32,
    /// The origins of the text's pieces, relative to the start of the definition in the file.
    pub positions: PositionMap,
    /// Whether conditional compilation is a part of the definition, so that another build may have another
    /// body.
    pub varies: bool,
}

/// A function's text, with the facts that depend on where it stands.
#[derive(Clone, Debug)]
pub struct TranslatedFunction {
    /// The offset in the file where the definition starts.
    pub start: u32,
    /// The text of the function.
    pub text: FunctionText,
    /// Whether the function is in a conditional with alternatives, so that another build may have another
    /// function instead.
    pub is_alternative: bool,
    /// The names that the function uses and headers declare, ascending.
    pub needs: Vec<Name>,
}

impl TranslatedFunction {
    pub(super) fn new(
        unit: emit::Unit<'_>,
        item: &Item,
        name: usize,
        parts: Parts,
        needs: Vec<Name>,
    ) -> Self {
        let (text, header, positions) = emit_function(unit, item.tokens.clone(), parts);
        let place =
            |at: usize| origin(&unit.tokens[at], unit.expansions, unit.file).map(|origin| origin.span);
        let named = place(name).unwrap_or_default();
        let last = item.tokens.clone().rev().find_map(place).unwrap_or(named);
        let first = item.tokens.clone().find_map(place).unwrap_or(named);
        let span = Span { start: first.start.min(named.start), end: last.end.max(named.end) };
        let body_start =
            place(parts.body).map_or(span.start, |place| place.start.clamp(span.start, span.end));
        let length = span.end - span.start;
        let text = FunctionText {
            name: unit.names.text(unit.tokens[name].name).to_owned(),
            length,
            body: Span { start: body_start - span.start, end: length },
            header,
            positions: positions.relative_to(span),
            varies: unit.text.get(span.range()).is_some_and(has_conditional),
            text,
        };
        Self { start: span.start, text, is_alternative: false, needs }
    }

    /// Returns the range of the definition in the file.
    pub fn span(&self) -> Span {
        Span { start: self.start, end: self.start + self.text.length }
    }
}
