//! Maps ranges of expanded text back to ranges of the file.

use borsh::{BorshDeserialize, BorshSerialize};
use csieve_base::text::Span;
use csieve_preprocess::{Expansion, Layered, SourceId, Token};

/// The place in the file from which a piece of expanded text comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Origin {
    /// The range of bytes in the file. For text from a macro's body, it is the whole outermost macro
    /// invocation.
    pub span: Span,
    /// Whether the range is exactly a macro invocation, so that the file does not show the expanded text.
    pub is_expanded: bool,
}

/// The origins of all pieces of an expanded text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct PositionMap {
    /// The byte offsets in the expanded text where its pieces start, ascending; the first is 0.
    starts: Vec<u32>,
    /// The origin of each piece, in the order of `starts`.
    origins: Vec<Origin>,
    /// The smallest ranges of the file that cover [`BLOCK`] origins each: a range of the text may have many pieces.
    blocks: Vec<Span>,
}

/// The number of pieces of a block.
const BLOCK: usize = 64;

impl PositionMap {
    /// Adds a piece at the end of the text. It starts at the byte offset `start`.
    pub(super) fn push(&mut self, start: u32, origin: Origin) {
        self.starts.push(start);
        self.origins.push(origin);
    }

    /// Returns the map with the ranges of all origins relative to the start of `around`, a span of the file.
    /// Ranges that leave `around` are clamped to it.
    pub(super) fn relative_to(mut self, around: Span) -> Self {
        for Origin { span, .. } in &mut self.origins {
            span.start = span.start.clamp(around.start, around.end) - around.start;
            span.end = span.end.clamp(around.start, around.end) - around.start;
        }
        self.blocks =
            self.origins.chunks(BLOCK).map(|block| cover(block.iter().map(|piece| piece.span))).collect();
        self
    }

    /// Returns the origin of a range of the expanded text: the smallest range of the file that covers the
    /// origins of all its pieces.
    pub fn origin(&self, span: Span) -> Origin {
        let first = self.starts.partition_point(|&start| start <= span.start).saturating_sub(1);
        let last = self.starts.partition_point(|&start| start < span.end).max(first + 1);
        let last = last.min(self.origins.len());
        let span = cover(self.parts(first, last).map(|part| part.1));
        let mut covering = self.parts(first, last).filter(|part| part.1 == span);
        let is_expanded = covering.any(|((first, last), _)| {
            self.origins[first..last].iter().any(|piece| piece.is_expanded && piece.span == span)
        });
        Origin { span, is_expanded }
    }

    /// Splits the pieces from `first` up to `last` into whole blocks and single pieces. Returns the range of each
    /// part's pieces, with the range of the file that covers them.
    fn parts(&self, first: usize, last: usize) -> impl Iterator<Item = ((usize, usize), Span)> + '_ {
        let mut at = first;
        std::iter::from_fn(move || {
            let from = at;
            if from >= last {
                return None;
            }
            let block =
                self.blocks.get(from / BLOCK).filter(|_| from.is_multiple_of(BLOCK) && from + BLOCK <= last);
            at += if block.is_some() { BLOCK } else { 1 };
            Some(((from, at), block.map_or(self.origins[from].span, |block| *block)))
        })
    }

    /// Returns the range of the expanded text that the macro invocation with this span of the file became;
    /// `None` if no piece comes from it. `length` is the length of the whole text in bytes.
    pub fn expansion(&self, invocation: Span, length: u32) -> Option<Span> {
        let inside =
            |origin: &Origin| invocation.start <= origin.span.start && origin.span.end <= invocation.end;
        let first = self.origins.iter().position(inside)?;
        let last = self.origins.iter().rposition(inside)?;
        let end = self.starts.get(last + 1).copied().unwrap_or(length);
        Some(Span { start: self.starts[first], end })
    }
}

/// Returns the smallest range that covers ranges; the empty range at 0 for none.
fn cover(spans: impl Iterator<Item = Span>) -> Span {
    spans.reduce(|a, b| Span { start: a.start.min(b.start), end: a.end.max(b.end) }).unwrap_or_default()
}

/// Returns the range of `file` that a token stands for. A token of the file or of a macro argument in it has
/// its own range; a token of a macro's body has that of the outermost invocation. `None` for a token of
/// another file.
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
