//! Converts positions of the protocol to byte offsets and back.
//!
//! A line ends after `\n`, as everywhere in csieve. The `\r` of `\r\n` belongs to the end of the line. A lone
//! `\r` is an ordinary character of its line, as in the editors that keep one in a text.

use csieve_analysis::text::{LineIndex, SourceText, Span};
use tower_lsp::lsp_types::{ClientCapabilities, Position, PositionEncodingKind, Range};

/// The unit in which columns are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes of UTF-8.
    Utf8,
    /// UTF-16 code units, which every client supports.
    #[default]
    Utf16,
    /// Unicode characters.
    Utf32,
}

impl Encoding {
    /// Chooses the encoding: UTF-8 if the client offers it, because it needs no conversion; else UTF-16,
    /// unless the client offers only UTF-32.
    pub(super) fn negotiate(client: &ClientCapabilities) -> Self {
        let offered = client.general.as_ref().and_then(|general| general.position_encodings.as_deref());
        let offers = |kind: PositionEncodingKind| offered.is_some_and(|offered| offered.contains(&kind));
        if offers(PositionEncodingKind::UTF8) {
            Self::Utf8
        } else if offers(PositionEncodingKind::UTF32) && !offers(PositionEncodingKind::UTF16) {
            Self::Utf32
        } else {
            Self::Utf16
        }
    }

    /// Returns the name of the encoding in the protocol.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn width(self, character: char) -> u32 {
        match self {
            Self::Utf8 => character.len_utf8() as u32,
            Self::Utf16 => character.len_utf16() as u32,
            Self::Utf32 => 1,
        }
    }
}

/// A text in which positions are looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Positions<'a> {
    text: &'a str,
    lines: &'a LineIndex,
    encoding: Encoding,
}

impl<'a> Positions<'a> {
    /// Creates a lookup in a text whose lines are known.
    pub(super) fn new(text: &'a str, lines: &'a LineIndex, encoding: Encoding) -> Self {
        Self { text, lines, encoding }
    }

    /// Creates a lookup in a source text.
    pub(super) fn of(source: &'a SourceText, encoding: Encoding) -> Self {
        Self::new(source.text(), source.lines(), encoding)
    }

    /// Returns the byte offset of a position. A column past the last character of the line means the end of
    /// the line. A line past the last one means the end of the text. A column inside a character means its
    /// start.
    pub(super) fn offset(&self, position: Position) -> u32 {
        let Some(start) = self.lines.line_start(position.line) else { return self.text.len() as u32 };
        let mut column = 0;
        let mut offset = start;
        for character in self.line_content(start).chars() {
            column += self.encoding.width(character);
            if column > position.character {
                break;
            }
            offset += character.len_utf8() as u32;
        }
        offset
    }

    /// Returns the span of a range, in bytes. Swapped ends are put in order.
    pub(super) fn span(&self, range: Range) -> Span {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        Span { start: start.min(end), end: start.max(end) }
    }

    /// Returns the position of a byte offset. An offset inside a character means the character's start; an
    /// offset past the text means its end.
    pub(super) fn position(&self, offset: u32) -> Position {
        let mut end = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let (line, bytes) = self.lines.line_column(end as u32);
        let before = &self.text[end - bytes as usize..end];
        Position::new(line, before.chars().map(|character| self.encoding.width(character)).sum())
    }

    /// Returns the range of a span of bytes.
    pub(super) fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    /// Returns the line that starts at an offset, without its line break.
    fn line_content(&self, start: u32) -> &'a str {
        let rest = &self.text[start as usize..];
        let line = rest.split_once('\n').map_or(rest, |(line, _)| line);
        if line.len() < rest.len() { line.strip_suffix('\r').unwrap_or(line) } else { line }
    }
}

#[cfg(test)]
mod tests {
    use csieve_analysis::text::{LineIndex, Span};
    use tower_lsp::lsp_types::{ClientCapabilities, Position, Range};

    use super::{Encoding, Positions};

    const TEXT: &str = "aé𝄞z\r\nb\n";

    fn offsets(encoding: Encoding, columns: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let lines = LineIndex::new(TEXT);
        let positions = Positions::new(TEXT, &lines, encoding);
        columns.into_iter().map(|column| positions.offset(Position::new(0, column))).collect()
    }

    #[test]
    fn columns_count_what_was_negotiated() {
        assert_eq!(offsets(Encoding::Utf8, [0, 1, 3, 7, 8]), [0, 1, 3, 7, 8]);
        assert_eq!(offsets(Encoding::Utf16, [0, 1, 2, 4, 5]), [0, 1, 3, 7, 8]);
        assert_eq!(offsets(Encoding::Utf32, [0, 1, 2, 3, 4]), [0, 1, 3, 7, 8]);
    }

    #[test]
    fn a_column_inside_a_character_is_its_start() {
        assert_eq!(offsets(Encoding::Utf8, [2, 4, 6]), [1, 3, 3]);
        assert_eq!(offsets(Encoding::Utf16, [3]), [3]);
    }

    #[test]
    fn positions_behind_an_end_are_that_end() {
        let lines = LineIndex::new(TEXT);
        let positions = Positions::new(TEXT, &lines, Encoding::Utf16);
        assert_eq!(positions.offset(Position::new(0, 99)), 8);
        assert_eq!(positions.offset(Position::new(1, u32::MAX)), 11);
        assert_eq!(positions.offset(Position::new(2, 0)), 12);
        assert_eq!(positions.offset(Position::new(u32::MAX, 5)), 12);
        let swapped = Range::new(Position::new(1, 0), Position::new(0, 1));
        assert_eq!(positions.span(swapped), Span::new(1, 10));
    }

    #[test]
    fn offsets_go_there_and_back() {
        let lines = LineIndex::new(TEXT);
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let positions = Positions::new(TEXT, &lines, encoding);
            for (offset, character) in TEXT.char_indices().filter(|(_, character)| *character != '\n') {
                let back = positions.offset(positions.position(offset as u32));
                assert_eq!(back as usize, offset, "{character:?} in {encoding:?}");
            }
            assert_eq!(positions.position(5), positions.position(3));
            assert_eq!(positions.position(99), Position::new(2, 0));
        }
    }

    #[test]
    fn utf8_is_preferred_and_utf16_the_default() {
        let client = |offered: &str| {
            let json = format!(r#"{{"general": {{"positionEncodings": {offered}}}}}"#);
            Encoding::negotiate(&serde_json::from_str::<ClientCapabilities>(&json).unwrap())
        };
        assert_eq!(client(r#"["utf-16", "utf-8"]"#), Encoding::Utf8);
        assert_eq!(client(r#"["utf-16"]"#), Encoding::Utf16);
        assert_eq!(client(r#"["utf-32", "utf-16"]"#), Encoding::Utf16);
        assert_eq!(client(r#"["utf-32"]"#), Encoding::Utf32);
        assert_eq!(client("null"), Encoding::Utf16);
        assert_eq!(Encoding::negotiate(&ClientCapabilities::default()), Encoding::Utf16);
    }
}
