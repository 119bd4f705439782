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

/// The origins of all pieces of an expanded text. Every token is a piece, so that the map is larger than the text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct PositionMap {
    /// The pieces in the order of the text; the first starts at 0.
    pieces: Box<[Piece]>,
    /// The smallest ranges of the file that cover the origins of [`BLOCK`] pieces each, then those of [`BLOCK`] such
    /// blocks each, and so on: a range of the text may have many pieces, and nested statements ask for the same ones.
    levels: Box<[Box<[Span]>]>,
}

/// A piece of an expanded text, with its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub(super) struct Piece {
    /// The byte offset in the expanded text where the piece starts.
    start: u32,
    /// The byte offset in the file, from the start of the definition, where the origin starts.
    from: u32,
    /// The length of the origin in bytes, and [`EXPANDED`] if the range is exactly a macro invocation.
    length: u32,
}

/// The bit of a length that says that the range is a macro invocation. No file is so long that a length has it.
const EXPANDED: u32 = 1 << 31;

/// The number of pieces of a block, and of blocks of a block of the next level.
const BLOCK: usize = 64;

impl Piece {
    /// Creates a piece with its range in the file.
    pub(super) fn new(start: u32, Origin { span, is_expanded }: Origin) -> Self {
        let length = span.end.saturating_sub(span.start) & !EXPANDED;
        Self { start, from: span.start, length: if is_expanded { length | EXPANDED } else { length } }
    }

    fn span(self) -> Span {
        Span { start: self.from, end: self.from + (self.length & !EXPANDED) }
    }

    fn is_expanded(self) -> bool {
        self.length & EXPANDED != 0
    }

    /// Returns the piece with its range relative to the start of `around`, a span of the file. A range that leaves
    /// `around` is clamped to it.
    fn relative_to(self, around: Span) -> Self {
        let Span { start, end } = self.span();
        let offset = |at: u32| at.clamp(around.start, around.end) - around.start;
        let span = Span { start: offset(start), end: offset(end) };
        Self::new(self.start, Origin { span, is_expanded: self.is_expanded() })
    }
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
        let pieces: Box<[Piece]> = pieces.iter().map(|piece| piece.relative_to(around)).collect();
        let mut levels = vec![];
        let mut last: Box<[Span]> =
            pieces.chunks(BLOCK).map(|block| cover(block.iter().map(|piece| piece.span()))).collect();
        while last.len() > 1 {
            let next = last.chunks(BLOCK).map(|block| cover(block.iter().copied())).collect();
            levels.push(std::mem::replace(&mut last, next));
        }
        levels.push(last);
        Self { pieces, levels: levels.into() }
    }

    /// Returns the origin of a range of the expanded text: the smallest range of the file that covers the
    /// origins of all its pieces.
    pub fn origin(&self, span: Span) -> Origin {
        let first = self.pieces.partition_point(|piece| piece.start <= span.start).saturating_sub(1);
        let last = self.pieces.partition_point(|piece| piece.start < span.end).max(first + 1);
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
            None => self.pieces[index].span(),
            Some(level) => self.levels[level][index],
        }
    }

    /// Returns whether a piece of a part stands for a macro invocation with this span of the file.
    fn has_invocation(&self, part: Part, span: Span) -> bool {
        if self.cover_of(part) != span {
            return false;
        }
        let Some(below) = part.height.checked_sub(1) else { return self.pieces[part.index].is_expanded() };
        let count = below.checked_sub(1).map_or(self.pieces.len(), |level| self.levels[level].len());
        let children = part.index * BLOCK..((part.index + 1) * BLOCK).min(count);
        children.into_iter().any(|index| self.has_invocation(Part { height: below, index }, span))
    }

    /// Returns the range of the expanded text that the macro invocation with this span of the file became;
    /// `None` if no piece comes from it. `length` is the length of the whole text in bytes.
    pub fn expansion(&self, invocation: Span, length: u32) -> Option<Span> {
        let inside = |piece: &Piece| {
            let span = piece.span();
            invocation.start <= span.start && span.end <= invocation.end
        };
        let first = self.pieces.iter().position(inside)?;
        let last = self.pieces.iter().rposition(inside)?;
        let end = self.pieces.get(last + 1).map_or(length, |piece| piece.start);
        Some(Span { start: self.pieces[first].start, end })
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
