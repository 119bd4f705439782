//! One function as the compiler sees it.

use super::{
    emit::{self, Parts, emit_function},
    items::Item,
    positions::{PositionMap, origin},
};
use crate::text::Span;

/// The expanded text of a function definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionText {
    /// The function's name.
    pub name: String,
    /// The range of the definition in the file; that of the invocation if a macro defines it.
    pub span: Span,
    /// The range of the body in the file.
    pub body: Span,
    /// The expanded text.
    pub text: String,
    /// The part of the text before the body, in bytes.
    pub header: u32,
    /// Where the text's pieces come from, relative to the start of `span`.
    pub positions: PositionMap,
}

impl FunctionText {
    pub(super) fn new(unit: emit::Unit<'_>, item: &Item, name: usize, parts: Parts) -> Self {
        let (text, header, positions) = emit_function(unit, item.tokens.clone(), parts);
        let place =
            |at: usize| origin(&unit.tokens[at], unit.expansions, unit.file).map(|origin| origin.span);
        let named = place(name).unwrap_or_default();
        let last = item.tokens.clone().rev().find_map(place).unwrap_or(named);
        let first = item.tokens.clone().find_map(place).unwrap_or(named);
        let span = Span { start: first.start.min(named.start), end: last.end.max(named.end) };
        let body_start =
            place(parts.body).map_or(span.start, |place| place.start.clamp(span.start, span.end));
        Self {
            name: unit.names.text(unit.tokens[name].name).to_owned(),
            body: Span { start: body_start, end: span.end },
            header,
            positions: positions.relative_to(span),
            span,
            text,
        }
    }
}
