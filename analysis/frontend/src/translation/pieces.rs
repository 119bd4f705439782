//! The pieces of an expanded text: its tokens, with the places that they come from.

use borsh::{BorshDeserialize, BorshSerialize};
use csieve_base::text::Span;

use super::positions::Origin;

/// A piece of an expanded text, with its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub(super) struct Piece {
    /// The byte offset in the expanded text where the piece starts.
    pub start: u32,
    /// The byte offset in the file, from the start of the definition, where the origin starts.
    from: u32,
    /// The length of the origin in bytes, and [`EXPANDED`] if the range is exactly a macro invocation.
    length: u32,
}

/// The bit of a length that says that the range is a macro invocation. No file is so long that a length has it.
const EXPANDED: u32 = 1 << 31;

/// The number of pieces of a block, and of blocks of a block of the next level.
pub(super) const BLOCK: usize = 64;

impl Piece {
    /// Creates a piece with its range in the file.
    pub(super) fn new(start: u32, Origin { span, is_expanded }: Origin) -> Self {
        let length = span.end.saturating_sub(span.start) & !EXPANDED;
        Self { start, from: span.start, length: if is_expanded { length | EXPANDED } else { length } }
    }

    pub(super) fn span(self) -> Span {
        Span { start: self.from, end: self.from + (self.length & !EXPANDED) }
    }

    pub(super) fn is_expanded(self) -> bool {
        self.length & EXPANDED != 0
    }

    /// Returns whether two pieces have the same origin.
    pub(super) fn has_origin_of(self, other: Self) -> bool {
        (self.from, self.length) == (other.from, other.length)
    }

    /// Returns the piece with its range relative to the start of `around`, a span of the file. A range that leaves
    /// `around` is clamped to it.
    pub(super) fn relative_to(self, around: Span) -> Self {
        let Span { start, end } = self.span();
        let offset = |at: u32| at.clamp(around.start, around.end) - around.start;
        let span = Span { start: offset(start), end: offset(end) };
        Self::new(self.start, Origin { span, is_expanded: self.is_expanded() })
    }
}

/// The pieces of a text, in half the room where all fit into it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub(super) enum Pieces {
    /// Pieces relative to the first one of their block.
    Near { firsts: Box<[Base]>, pieces: Box<[Near]> },
    /// Pieces of which one is too long, or too far from the first one of its block.
    Far(Box<[Piece]>),
}

/// Where the first piece of a block starts in the text, and its origin in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub(super) struct Base {
    start: u32,
    from: u32,
}

/// A [`Piece`] by the distances from the [`Base`] of its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub(super) struct Near {
    start: u16,
    from: i16,
    /// The length of the origin in bytes, and [`NEAR_EXPANDED`] if the range is exactly a macro invocation.
    length: u16,
}

/// The bit of a near piece's length that says that the range is a macro invocation.
const NEAR_EXPANDED: u16 = 1 << 15;

impl Near {
    /// Returns a piece by its distances from a base. `None` if they have no room.
    fn of(piece: Piece, base: Base) -> Option<Self> {
        let length =
            u16::try_from(piece.length & !EXPANDED).ok().filter(|length| length & NEAR_EXPANDED == 0)?;
        Some(Self {
            start: u16::try_from(piece.start - base.start).ok()?,
            from: i16::try_from(i64::from(piece.from) - i64::from(base.from)).ok()?,
            length: if piece.is_expanded() { length | NEAR_EXPANDED } else { length },
        })
    }

    fn piece(self, base: Base) -> Piece {
        let length = u32::from(self.length & !NEAR_EXPANDED);
        Piece {
            start: base.start + u32::from(self.start),
            from: base.from.wrapping_add_signed(self.from.into()),
            length: if self.length & NEAR_EXPANDED == 0 { length } else { length | EXPANDED },
        }
    }
}

impl Default for Pieces {
    fn default() -> Self {
        Self::Far(Box::default())
    }
}

impl Pieces {
    pub(super) fn of(pieces: Vec<Piece>) -> Self {
        let base = |block: &[Piece]| Base { start: block[0].start, from: block[0].from };
        let near = pieces
            .chunks(BLOCK)
            .flat_map(|block| block.iter().map(move |piece| Near::of(*piece, base(block))))
            .collect::<Option<_>>();
        match near {
            Some(near) => Self::Near { firsts: pieces.chunks(BLOCK).map(base).collect(), pieces: near },
            None => Self::Far(pieces.into()),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Near { pieces, .. } => pieces.len(),
            Self::Far(pieces) => pieces.len(),
        }
    }

    pub(super) fn get(&self, index: usize) -> Piece {
        match self {
            Self::Near { firsts, pieces } => pieces[index].piece(firsts[index / BLOCK]),
            Self::Far(pieces) => pieces[index],
        }
    }

    /// Returns the number of pieces that start before an offset of the text.
    pub(super) fn starting_before(&self, offset: u64) -> usize {
        match self {
            Self::Near { firsts, pieces } => {
                let block = firsts.partition_point(|base| u64::from(base.start) < offset).saturating_sub(1);
                let Some(base) = firsts.get(block) else { return 0 };
                let inside = &pieces[block * BLOCK..((block + 1) * BLOCK).min(pieces.len())];
                block * BLOCK
                    + inside.partition_point(|near| u64::from(base.start) + u64::from(near.start) < offset)
            }
            Self::Far(pieces) => pieces.partition_point(|piece| u64::from(piece.start) < offset),
        }
    }
}
