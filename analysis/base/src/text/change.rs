//! The difference that an edit makes to a text.

use super::Span;

/// The difference between an old and a new text, as one stretch of the old text that is replaced. Offsets are
/// in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The byte offset at which the replaced stretch starts, the same in both texts.
    pub start: u32,
    /// The byte offset at which the replaced stretch ends in the old text, exclusive.
    pub old_end: u32,
    /// The byte offset at which the replacement ends in the new text, exclusive.
    pub new_end: u32,
}

impl Change {
    /// Computes the smallest change that turns `old` into `new`, or `None` if the texts are equal.
    pub fn between(old: &str, new: &str) -> Option<Self> {
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let start = same_at_start(old, new);
        if start == old.len() && start == new.len() {
            return None;
        }
        let same = same_at_end(&old[start..], &new[start..]);
        let [start, old_end, new_end] = [start, old.len() - same, new.len() - same].map(|at| at as u32);
        Some(Self { start, old_end, new_end })
    }

    /// Returns the number of bytes by which the new text is longer than the old one. Negative if it is
    /// shorter.
    pub fn by(self) -> i64 {
        i64::from(self.new_end) - i64::from(self.old_end)
    }

    /// Returns the number of bytes by which a range of the old text moves, or `None` if the change lies
    /// partly or wholly inside the range.
    pub fn moves(self, span: Span) -> Option<i64> {
        if span.end <= self.start {
            Some(0)
        } else if span.start >= self.old_end {
            Some(self.by())
        } else {
            None
        }
    }

    /// Returns the offset in the new text of a byte of the old text, or `None` if the byte is replaced. `at` may be the
    /// end of the old text.
    pub fn place(self, at: u32) -> Option<u32> {
        let moved = || (i64::from(at) + self.by()) as u32;
        if at < self.start { Some(at) } else { (at >= self.old_end).then(moved) }
    }
}

/// The number of bytes that are compared at once: texts of megabytes differ in a few bytes.
const BLOCK: usize = 1024;

/// Returns the number of bytes at the start of two texts that are the same.
fn same_at_start(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.chunks_exact(BLOCK).zip(new.chunks_exact(BLOCK));
    let same = BLOCK * blocks.take_while(|(old, new)| old == new).count();
    let rest = old[same..].iter().zip(&new[same..]);
    same + rest.take_while(|(old, new)| old == new).count()
}

/// Returns the number of bytes at the end of two texts that are the same.
fn same_at_end(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.rchunks_exact(BLOCK).zip(new.rchunks_exact(BLOCK));
    let same = BLOCK * blocks.take_while(|(old, new)| old == new).count();
    let rest = old[..old.len() - same].iter().rev().zip(new[..new.len() - same].iter().rev());
    same + rest.take_while(|(old, new)| old == new).count()
}

#[cfg(test)]
mod tests {
    use super::Change;

    #[test]
    fn bytes_around_a_change_keep_their_text() {
        let (old, new) = ("int x = 1; y();", "int x = 222; y();");
        let change = Change::between(old, new).expect("the texts differ");
        let places: Vec<Option<u32>> = (0..=old.len() as u32).map(|at| change.place(at)).collect();
        assert_eq!(places.iter().filter(|place| place.is_none()).count(), 1);
        for (at, place) in places.iter().enumerate().filter_map(|(at, place)| Some((at, (*place)?))) {
            assert_eq!(old[at..].chars().next(), new[place as usize..].chars().next(), "{at}");
        }
        let added = Change::between("ab", "axb").expect("the texts differ");
        assert_eq!([0, 1, 2].map(|at| added.place(at)), [Some(0), Some(2), Some(3)]);
    }
}
