//! The expanded text of a function or declaration under construction, with the origin of every piece.

use crate::translation::{pieces::Piece, positions::Origin, readable::MARK};

/// A text under construction, with the origin in the file of each of its pieces.
#[derive(Debug, Default)]
pub(super) struct Writer {
    text: String,
    pieces: Vec<Piece>,
}

impl Writer {
    /// Adds a piece of text after a space, or after a line break if `starts_line` is set.
    pub(super) fn piece(&mut self, piece: &str, starts_line: bool, origin: Origin) {
        if !self.text.is_empty() {
            self.text.push(if starts_line { '\n' } else { ' ' });
        }
        self.glued(piece, origin);
    }

    /// Adds a piece of text that is only for the parser and is not shown to users.
    pub(super) fn mark(&mut self, piece: &str, origin: Origin) {
        self.text.push(MARK);
        self.glued(piece, origin);
    }

    /// Adds a piece of text without a space before it.
    pub(super) fn glued(&mut self, piece: &str, origin: Origin) {
        // The piece starts here, after any space: a space before a piece belongs to the previous piece.
        self.pieces.push(Piece::new(self.text.len() as u32, origin));
        self.text.push_str(piece);
    }

    /// Returns the length of the text in bytes.
    pub(super) fn len(&self) -> u32 {
        self.text.len() as u32
    }

    /// Returns the finished text and its pieces, with their ranges in the file.
    pub(super) fn finish(self) -> (String, Vec<Piece>) {
        (self.text, self.pieces)
    }
}
