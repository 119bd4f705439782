//! Origins of ranges that have many pieces.

use csieve_base::text::Span;

use crate::translation::{
    pieces::Piece,
    positions::{Origin, PositionMap},
};

/// The origin of a range, computed from all its pieces. Each piece is one byte of the text.
fn plain(pieces: &[Origin], span: Span) -> Origin {
    let pieces = &pieces[span.range()];
    let start = pieces.iter().map(|piece| piece.span.start).min().expect("a range has pieces");
    let end = pieces.iter().map(|piece| piece.span.end).max().expect("a range has pieces");
    let span = Span { start, end };
    Origin { span, is_expanded: pieces.iter().any(|piece| piece.is_expanded && piece.span == span) }
}

#[test]
fn blocks_of_pieces_give_what_the_pieces_give() {
    // Few pieces, all ranges; near each other, and as far as half a megabyte.
    compare(400, 1, 1);
    compare(400, 1, 600);
    // Blocks of blocks: ranges that begin and end anywhere.
    compare(9_000, 61, 1);
}

/// Compares the origins of ranges of `count` pieces that begin and end at multiples of `step`. The file is `scale`
/// thousand bytes long.
fn compare(count: u32, step: usize, scale: u32) {
    let file = Span { start: 0, end: 1_000 * scale };
    // Pieces in no order, as macros may repeat and swap their arguments; some stretch over all others.
    let piece = |at: u32| {
        let start = at * 37 % 301;
        let long =
            if at % 97 == 5 { Span { start: 0, end: 900 } } else { Span { start, end: start + at % 7 + 1 } };
        let span = Span { start: long.start * scale, end: long.end * scale };
        // Tokens of one macro have the same origin, one after the other.
        Origin { span, is_expanded: at.is_multiple_of(5) }
    };
    let piece = |at: u32| piece(if at % 11 < 4 { at - at % 11 } else { at });
    let pieces: Vec<Origin> = (0..count).map(piece).collect();
    let written: Vec<Piece> = (0..).zip(&pieces).map(|(at, origin)| Piece::new(at, *origin)).collect();
    let map = PositionMap::new(&written, file);
    for start in (0..count).step_by(step) {
        for end in (start + 1..=count).step_by(step) {
            let span = Span { start, end };
            assert_eq!(map.origin(span), plain(&pieces, span), "{span:?}");
        }
    }
}
