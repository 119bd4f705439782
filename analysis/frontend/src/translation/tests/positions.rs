//! Origins of ranges that have many pieces.

use csieve_base::text::Span;

use crate::translation::positions::{Origin, Piece, PositionMap};

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
    // Few pieces, all ranges.
    compare(400, 1);
    // Blocks of blocks: ranges that begin and end anywhere.
    compare(9_000, 61);
}

/// Compares the origins of ranges of `count` pieces that begin and end at multiples of `step`.
fn compare(count: u32, step: usize) {
    let file = Span { start: 0, end: 1_000 };
    // Pieces in no order, as macros may repeat and swap their arguments; some stretch over all others.
    let piece = |at: u32| {
        let start = at * 37 % 301;
        let long =
            if at % 97 == 5 { Span { start: 0, end: 900 } } else { Span { start, end: start + at % 7 + 1 } };
        Origin { span: long, is_expanded: at.is_multiple_of(5) }
    };
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
