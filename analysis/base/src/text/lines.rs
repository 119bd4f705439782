//! Maps byte offsets to lines.

use memchr::memchr_iter;

use super::Span;

/// The byte offsets at which the lines of a text start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// Indexes the lines of a text. A line ends after `\n`, and `\r\n` counts as one end.
    pub fn new(text: &str) -> Self {
        let ends = memchr_iter(b'\n', text.as_bytes());
        Self { starts: std::iter::once(0).chain(ends.map(|at| at as u32 + 1)).collect() }
    }

    /// Returns the index of the text that has `replacement` in place of a range of the indexed text.
    #[must_use]
    pub fn edited(&self, range: Span, replacement: &str) -> Self {
        let before = &self.starts[..self.starts.partition_point(|&start| start <= range.start)];
        let behind = &self.starts[self.starts.partition_point(|&start| start <= range.end)..];
        let within = memchr_iter(b'\n', replacement.as_bytes()).map(|at| range.start + at as u32 + 1);
        let end = range.start + replacement.len() as u32;
        let moved = behind.iter().map(|&start| start - range.end + end);
        Self { starts: before.iter().copied().chain(within).chain(moved).collect() }
    }

    /// Returns the line and the column of a byte offset. Both count from 0, columns in bytes.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        (line as u32, offset - self.starts[line])
    }

    /// Returns the line of a byte offset, counted from 1 as for people.
    pub fn line_number(&self, offset: u32) -> u32 {
        self.line_column(offset).0 + 1
    }

    /// Returns the byte offset at which a line starts, with lines counted from 0, or `None` if there is no
    /// such line.
    pub fn line_start(&self, line: u32) -> Option<u32> {
        self.starts.get(line as usize).copied()
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
}
