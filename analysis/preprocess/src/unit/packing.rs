//! The pragma `pack`, which changes the layout of the structures behind it.

use std::ops::Range;

/// Where `#pragma pack` changes the layout of structures.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packing {
    /// The ranges of tokens, as indices into the tokens of the unit, that are closed.
    closed: Vec<Range<u32>>,
    /// The index of the token from which on structures are packed now, if they are.
    since: Option<u32>,
    /// Whether structures were packed, for each `push` without a `pop`.
    before: Vec<bool>,
}

impl Packing {
    /// Obeys `#pragma pack`, with the words after `pack`, in front of the token with the index `at`.
    pub(crate) fn obey(&mut self, words: &[&str], at: u32) {
        let words: Vec<&str> =
            words.iter().copied().filter(|word| !matches!(*word, "(" | "," | ")")).collect();
        let is_packed = self.since.is_some();
        // An argument that is no number may be a macro for one.
        let now = match words.as_slice() {
            ["show"] => is_packed,
            ["pop", ..] => self.before.pop().unwrap_or(false),
            ["push", rest @ ..] => {
                self.before.push(is_packed);
                rest.last().map_or(is_packed, |size| changes_layout(size))
            }
            [] => false,
            [size, ..] => changes_layout(size),
        };
        match (self.since, now) {
            (None, true) => self.since = Some(at),
            (Some(since), false) => {
                self.closed.push(since..at);
                self.since = None;
            }
            _ => {}
        }
    }

    /// Returns whether structures are packed behind the tokens of now.
    pub(crate) fn is_open(&self) -> bool {
        self.since.is_some()
    }

    /// Returns the ranges of tokens between which structures are packed, ascending. `end` is the number of
    /// tokens of the unit.
    pub(crate) fn ranges(self, end: u32) -> Vec<Range<u32>> {
        let open = self.since.map(|since| since..end);
        self.closed.into_iter().chain(open).filter(|range| !range.is_empty()).collect()
    }
}

/// Returns whether this largest alignment differs from the one that structures have anyway.
fn changes_layout(size: &str) -> bool {
    !matches!(size, "0" | "16" | "32" | "64")
}

#[cfg(test)]
mod tests {
    use super::Packing;

    #[test]
    fn what_was_pushed_comes_back() {
        let mut packing = Packing::default();
        let all: [(&[&str], u32); 6] = [
            (&["(", "push", ",", "1", ")"], 10),
            (&["(", "push", ")"], 15),
            (&["(", "16", ")"], 20),
            (&["(", "pop", ")"], 30),
            (&["(", "pop", ")"], 40),
            (&["(", "2", ")"], 50),
        ];
        for (words, at) in all {
            packing.obey(words, at);
        }
        assert_eq!(packing.ranges(60), [10..20, 30..40, 50..60]);
    }
}
