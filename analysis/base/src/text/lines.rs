//! Maps byte offsets to lines.

use borsh::{BorshDeserialize, BorshSerialize};
use memchr::memchr_iter;

use super::Span;

/// The byte offsets at which the lines of a text start.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// The number of lines before the text: 0, unless the text is a part of a file.
    before: u32,
}

impl LineIndex {
    /// Indexes the lines of a text. A line ends after `\n`, and `\r\n` counts as one end.
    pub fn new(text: &str) -> Self {
        let ends = memchr_iter(b'\n', text.as_bytes());
        Self { starts: std::iter::once(0).chain(ends.map(|at| at as u32 + 1)).collect(), before: 0 }
    }

    /// Indexes the lines of a part of a file that begins on a line, counted from 0. The lines are those of the file, the
    /// offsets those of the part.
    pub fn of_part(text: &str, line: u32) -> Self {
        Self { before: line, ..Self::new(text) }
    }

    /// Returns the index of the text that has `replacement` in place of a range of the indexed text.
    #[must_use]
    pub fn edited(&self, range: Span, replacement: &str) -> Self {
        let before = &self.starts[..self.starts.partition_point(|&start| start <= range.start)];
        let behind = &self.starts[self.starts.partition_point(|&start| start <= range.end)..];
        let within = memchr_iter(b'\n', replacement.as_bytes()).map(|at| range.start + at as u32 + 1);
        let end = range.start + replacement.len() as u32;
        let moved = behind.iter().map(|&start| start - range.end + end);
        let starts = before.iter().copied().chain(within).chain(moved).collect();
        Self { starts, before: self.before }
    }

    /// Returns the line and the column of a byte offset. Both count from 0, columns in bytes.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        (line as u32 + self.before, offset - self.starts[line])
    }

    /// Returns the line of a byte offset, counted from 1 as for people.
    pub fn line_number(&self, offset: u32) -> u32 {
        self.line_column(offset).0 + 1
    }

    /// Returns the byte offset at which a line starts, with lines counted from 0, or `None` if there is no
    /// such line.
    pub fn line_start(&self, line: u32) -> Option<u32> {
        self.starts.get(line.checked_sub(self.before)? as usize).copied()
    }

    /// Returns the number of lines. A text that ends in a newline has an empty last line.
    pub fn line_count(&self) -> u32 {
        self.starts.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::LineIndex;

    #[test]
    fn offsets_map_to_lines_and_back() {
        let index = LineIndex::new("ab\r\ncd\n");
        assert_eq!(index.line_column(0), (0, 0));
        assert_eq!(index.line_column(4), (1, 0));
        assert_eq!(index.line_column(5), (1, 1));
        assert_eq!(index.line_number(7), 3);
        assert_eq!(index.line_start(1), Some(4));
        assert_eq!(index.line_count(), 3);
    }

    #[test]
    fn a_part_of_a_file_has_the_lines_of_the_file() {
        let index = LineIndex::of_part("ab\ncd\n", 10);
        assert_eq!(index.line_number(0), 11);
        assert_eq!(index.line_column(4), (11, 1));
        assert_eq!((index.line_start(11), index.line_start(1)), (Some(3), None));
    }
}
