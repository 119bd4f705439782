//! The expanded text as it grows, with the place each piece comes from.

use crate::translation::{
    positions::{Origin, PositionMap},
    readable::MARK,
};

/// A text with its positions.
#[derive(Debug, Default)]
pub(super) struct Writer {
    text: String,
    positions: PositionMap,
}

impl Writer {
    /// Adds a piece, apart from the one before it.
    pub(super) fn piece(&mut self, piece: &str, starts_line: bool, origin: Origin) {
        if !self.text.is_empty() {
            self.text.push(if starts_line { '\n' } else { ' ' });
        }
        self.glued(piece, origin);
    }

    /// Adds a piece that is only there for the parser and not for people.
    pub(super) fn mark(&mut self, piece: &str, origin: Origin) {
        self.text.push(MARK);
        self.glued(piece, origin);
    }

    /// Adds a piece right behind the one before it.
    pub(super) fn glued(&mut self, piece: &str, origin: Origin) {
        // The space before a piece belongs to the piece before.
        self.positions.push(self.text.len() as u32, origin);
        self.text.push_str(piece);
    }

    /// The length of the text, in bytes.
    pub(super) fn len(&self) -> u32 {
        self.text.len() as u32
    }

    /// The text and the map.
    pub(super) fn finish(self) -> (String, PositionMap) {
        (self.text, self.positions)
    }
}
