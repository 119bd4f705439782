//! From positions in expanded text back to positions in the file.

use csieve_base::text::Span;
use csieve_preprocess::{Expansion, Layered, SourceId, Token};

/// Where a piece of an expanded text comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The range of the file; all of a macro's outermost invocation for what its body gave.
    pub span: Span,
    /// The range is a macro's invocation and nothing else: what it stands for is not to be seen there.
    pub is_expanded: bool,
}

/// Where each piece of an expanded text comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PositionMap {
    /// Where the pieces start, ascending; the first starts at 0.
    starts: Vec<u32>,
    /// Where they come from.
    origins: Vec<Origin>,
}

impl PositionMap {
    /// Enters the piece that starts at an offset behind all others.
    pub(super) fn push(&mut self, start: u32, origin: Origin) {
        self.starts.push(start);
        self.origins.push(origin);
    }

    /// The same map with ranges relative to the start of a range that holds them all; what lies outside is
    /// moved to its edge.
    pub(super) fn relative_to(mut self, around: Span) -> Self {
        for Origin { span, .. } in &mut self.origins {
            span.start = span.start.clamp(around.start, around.end) - around.start;
            span.end = span.end.clamp(around.start, around.end) - around.start;
        }
        self
    }

    /// Where a range of the expanded text comes from.
    pub fn origin(&self, span: Span) -> Origin {
        let first = self.starts.partition_point(|&start| start <= span.start).saturating_sub(1);
        let last = self.starts.partition_point(|&start| start < span.end).max(first + 1);
        let pieces = self.origins.get(first..last.min(self.origins.len())).unwrap_or_default();
        let start = pieces.iter().map(|piece| piece.span.start).min().unwrap_or_default();
        let end = pieces.iter().map(|piece| piece.span.end).max().unwrap_or_default();
        let span = Span { start, end };
        Origin { span, is_expanded: pieces.iter().any(|piece| piece.is_expanded && piece.span == span) }
    }

    /// The range of the expanded text that a macro invocation became, in a text of `length` bytes.
    pub fn expansion(&self, invocation: Span, length: u32) -> Option<Span> {
        let inside =
            |origin: &Origin| invocation.start <= origin.span.start && origin.span.end <= invocation.end;
        let first = self.origins.iter().position(inside)?;
        let last = self.origins.iter().rposition(inside)?;
        let end = self.starts.get(last + 1).copied().unwrap_or(length);
        Some(Span { start: self.starts[first], end })
    }
}

/// The range of a file that a token stands for: its own, or that of the outermost invocation it comes from.
/// A token that came as a macro's argument has its own. `None` for a token from another file.
pub(super) fn origin(token: &Token, expansions: &Layered<Expansion>, file: SourceId) -> Option<Origin> {
    let own = (token.spelling.source == file).then_some(token.spelling.span);
    let written = |span| Origin { span, is_expanded: false };
    let Some(expansion) = token.expansion else { return own.map(written) };
    let outermost = expansions.get(expansion.0 as usize)?.outermost;
    let call = expansions.get(outermost.0 as usize)?.call;
    if call.source != file {
        return None;
    }
    let is_argument = |own: &Span| call.span.start <= own.start && own.end <= call.span.end;
    let expanded = Origin { span: call.span, is_expanded: true };
    Some(own.filter(is_argument).map_or(expanded, written))
}
