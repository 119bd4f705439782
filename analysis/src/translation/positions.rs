//! From positions in expanded text back to positions in the file.

use crate::{
    preprocess::{Expansion, SourceId, Token},
    text::Span,
};

/// Where each piece of an expanded text comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionMap {
    /// Where the pieces start, ascending; the first starts at 0.
    starts: Vec<u32>,
    /// The ranges of the file that the pieces come from.
    raw: Vec<Span>,
}

impl PositionMap {
    /// Enters the piece that starts at an offset behind all others.
    pub(super) fn push(&mut self, start: u32, raw: Span) {
        self.starts.push(start);
        self.raw.push(raw);
    }

    /// The same map with ranges relative to the start of a range that holds them all; what lies outside is
    /// moved to its edge.
    pub(super) fn relative_to(mut self, around: Span) -> Self {
        for raw in &mut self.raw {
            raw.start = raw.start.clamp(around.start, around.end) - around.start;
            raw.end = raw.end.clamp(around.start, around.end) - around.start;
        }
        self
    }

    /// The range of the file that a range of the expanded text comes from: all of a macro's invocation if any of
    /// it comes from the macro's body.
    pub fn raw(&self, span: Span) -> Span {
        let first = self.starts.partition_point(|&start| start <= span.start).saturating_sub(1);
        let last = self.starts.partition_point(|&start| start < span.end).max(first + 1);
        let pieces = self.raw.get(first..last.min(self.raw.len())).unwrap_or_default();
        let start = pieces.iter().map(|piece| piece.start).min().unwrap_or_default();
        let end = pieces.iter().map(|piece| piece.end).max().unwrap_or_default();
        Span { start, end }
    }
}

/// The range of the main file that a token stands for: its own, or that of the outermost invocation it comes from.
/// A token that came as a macro's argument has its own. `None` for a token from another file.
pub(super) fn raw_span(token: &Token, expansions: &[Expansion]) -> Option<Span> {
    let own = (token.spelling.source == SourceId::MAIN).then_some(token.spelling.span);
    let Some(expansion) = token.expansion else { return own };
    let call = expansions.get(expansion.0 as usize)?.call;
    if call.source != SourceId::MAIN {
        return None;
    }
    let is_argument = |own: &Span| call.span.start <= own.start && own.end <= call.span.end;
    Some(own.filter(is_argument).unwrap_or(call.span))
}
