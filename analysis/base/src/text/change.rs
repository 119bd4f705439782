//! What an edit changes.

use super::Span;

/// The difference between two texts: one stretch, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where it starts in both.
    pub start: u32,
    /// Where it ends in the old one.
    pub old_end: u32,
    /// Where it ends in the new one.
    pub new_end: u32,
}

impl Change {
    /// The difference between two texts; nothing if they are equal.
    pub fn between(old: &str, new: &str) -> Option<Self> {
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let start = old.iter().zip(new).position(|(old, new)| old != new);
        let start = start.or_else(|| (old.len() != new.len()).then(|| old.len().min(new.len())))?;
        let ends = old[start..].iter().rev().zip(new[start..].iter().rev());
        let same = ends.take_while(|(old, new)| old == new).count();
        let [start, old_end, new_end] = [start, old.len() - same, new.len() - same].map(|at| at as u32);
        Some(Self { start, old_end, new_end })
    }

    /// How much longer the new text is.
    pub fn by(self) -> i64 {
        i64::from(self.new_end) - i64::from(self.old_end)
    }

    /// How far a range of the old text moves; nothing if something in it changes.
    pub fn moves(self, span: Span) -> Option<i64> {
        if span.end <= self.start {
            Some(0)
        } else if span.start >= self.old_end {
            Some(self.by())
        } else {
            None
        }
    }
}
