//! Maps ranges of expanded text back to ranges of the file.

use borsh::{BorshDeserialize, BorshSerialize};
use csieve_base::text::Span;
use csieve_preprocess::{Expansion, Layered, SourceId, Token};

use super::pieces::{BLOCK, Piece, Pieces};

/// The place in the file from which a piece of expanded text comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Origin {
    /// The range of bytes in the file. For text from a macro's body, it is the whole outermost macro
    /// invocation.
    pub span: Span,
    /// Whether the range is exactly a macro invocation, so that the file does not show the expanded text.
    pub is_expanded: bool,
}

/// The origins of all pieces of an expanded text. Nearly every token is a piece, so that the map is as large as the text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct PositionMap {
    /// The pieces in the order of the text; the first starts at 0. No two in a row have the same origin.
    pieces: Pieces,
    /// The smallest ranges of the file that cover the origins of [`BLOCK`] pieces each, then those of [`BLOCK`] such
    /// blocks each, and so on: a range of the text may have many pieces, and nested statements ask for the same ones.
    levels: Box<[Box<[Span]>]>,
    /// Whether a piece comes from a macro invocation that goes on outside of the text's range in the file.
    leaves: bool,
}

/// A piece (height 0) or a block of [`BLOCK`] parts of the height below, by its index among those of its height.
#[derive(Clone, Copy)]
struct Part {
    height: usize,
    index: usize,
}

impl PositionMap {
    /// Creates the map of pieces of a text. Their ranges become relative to the start of `around`, a span of the file.
    /// Ranges that leave `around` are clamped to it.
    pub(super) fn new(pieces: &[Piece], around: Span) -> Self {
        let leaves = pieces.iter().any(|piece| {
            let Span { start, end } = piece.span();
            start < around.start && around.start < end || start < around.end && around.end < end
        });
        let mut pieces: Vec<Piece> = pieces.iter().map(|piece| piece.relative_to(around)).collect();
        pieces.dedup_by(|next, piece| next.has_origin_of(*piece));
        let mut levels = vec![];
        let mut last: Box<[Span]> =
            pieces.chunks(BLOCK).map(|block| cover(block.iter().map(|piece| piece.span()))).collect();
        while last.len() > 1 {
            let next = last.chunks(BLOCK).map(|block| cover(block.iter().copied())).collect();
            levels.push(std::mem::replace(&mut last, next));
        }
        levels.push(last);
        Self { pieces: Pieces::of(pieces), levels: levels.into(), leaves }
    }

    /// Returns whether a part of the text comes from a macro invocation that goes on outside of the text's range in the file: its
    /// closing parenthesis is missing. What stands outside then changes the text.
    pub fn leaves(&self) -> bool {
        self.leaves
    }

    /// Returns the origin of a range of the expanded text: the smallest range of the file that covers the
    /// origins of all its pieces.
    pub fn origin(&self, span: Span) -> Origin {
        let first = self.pieces.starting_before(u64::from(span.start) + 1).saturating_sub(1);
        let last = self.pieces.starting_before(span.end.into()).max(first + 1);
        let last = last.min(self.pieces.len());
        let span = cover(self.parts(first, last).map(|part| self.cover_of(part)));
        let is_expanded = self.parts(first, last).any(|part| self.has_invocation(part, span));
        Origin { span, is_expanded }
    }

    /// Splits the pieces from `first` up to `last` into the largest whole blocks and single pieces.
    fn parts(&self, first: usize, last: usize) -> impl Iterator<Item = Part> + '_ {
        let mut at = first;
        std::iter::from_fn(move || {
            let from = at;
            if from >= last {
                return None;
            }
            let (mut height, mut size) = (0, 1);
            while height < self.levels.len()
                && from.is_multiple_of(size * BLOCK)
                && from + size * BLOCK <= last
            {
                height += 1;
                size *= BLOCK;
            }
            at += size;
            Some(Part { height, index: from / size })
        })
    }

    /// Returns the smallest range of the file that covers the origins of a part's pieces.
    fn cover_of(&self, Part { height, index }: Part) -> Span {
        match height.checked_sub(1) {
            None => self.pieces.get(index).span(),
            Some(level) => self.levels[level][index],
        }
    }

    /// Returns whether a piece of a part stands for a macro invocation with this span of the file.
    fn has_invocation(&self, part: Part, span: Span) -> bool {
        if self.cover_of(part) != span {
            return false;
        }
        let Some(below) = part.height.checked_sub(1) else {
            return self.pieces.get(part.index).is_expanded();
        };
        let count = below.checked_sub(1).map_or(self.pieces.len(), |level| self.levels[level].len());
        let children = part.index * BLOCK..((part.index + 1) * BLOCK).min(count);
        children.into_iter().any(|index| self.has_invocation(Part { height: below, index }, span))
    }

    /// Returns the range of the expanded text that the macro invocation with this span of the file became;
    /// `None` if no piece comes from it. `length` is the length of the whole text in bytes.
    pub fn expansion(&self, invocation: Span, length: u32) -> Option<Span> {
        let inside = |index: &usize| {
            let span = self.pieces.get(*index).span();
            invocation.start <= span.start && span.end <= invocation.end
        };
        let mut all = 0..self.pieces.len();
        let first = all.find(inside)?;
        let last = all.rfind(inside).unwrap_or(first);
        let end = if last + 1 < self.pieces.len() { self.pieces.get(last + 1).start } else { length };
        Some(Span { start: self.pieces.get(first).start, end })
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
