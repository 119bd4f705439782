//! Programs in two spellings: plain, as it is analysed, and checked, as it is run. Lines are the same.

use std::fmt::Write as _;

/// Marks a stretch that differs: `⟦plain¦checked⟧`.
const MARKS: [char; 3] = ['⟦', '¦', '⟧'];

/// What is spelled in two ways.
pub(crate) fn both(plain: &str, checked: &str) -> String {
    format!("⟦{plain}¦{checked}⟧")
}

/// What only the checked spelling has.
pub(crate) fn checked_only(text: &str) -> String {
    both("", text)
}

/// A program line by line.
#[derive(Default)]
pub(crate) struct Text {
    lines: Vec<String>,
    depth: usize,
}

impl Text {
    /// The number that the next line will have.
    pub(crate) fn next(&self) -> usize {
        self.lines.len() + 1
    }

    /// A line that is no statement of its own.
    pub(crate) fn line(&mut self, text: &str) {
        self.lines.push(format!("{}{text}", "    ".repeat(self.depth)));
    }

    /// A statement: a run notes that it is here.
    pub(crate) fn statement(&mut self, text: &str) {
        let here = checked_only(&format!("L({}); ", self.next()));
        self.line(&format!("{here}{text}"));
    }

    /// What a condition that is evaluated again and again starts with.
    pub(crate) fn here(&self) -> String {
        checked_only(&format!("L({}), ", self.next()))
    }

    pub(crate) fn open(&mut self) {
        self.depth += 1;
    }

    pub(crate) fn close(&mut self, text: &str) {
        self.depth -= 1;
        self.line(text);
    }

    /// Another text behind this one.
    pub(crate) fn append(&mut self, text: Self) {
        self.lines.extend(text.lines);
    }

    /// As the analysis sees it.
    pub(crate) fn plain(&self) -> String {
        self.spelled(0)
    }

    /// As it is run.
    pub(crate) fn checked(&self) -> String {
        self.spelled(1)
    }

    fn spelled(&self, spelling: usize) -> String {
        let mut all = String::new();
        for line in &self.lines {
            let _ = writeln!(all, "{}", spelled(line, spelling));
        }
        all
    }
}

/// A text in the plain spelling, which is 0, or the checked one, which is 1.
pub(crate) fn spelled(text: &str, spelling: usize) -> String {
    let mut inside = None;
    let mut all = String::new();
    for letter in text.chars() {
        match MARKS.iter().position(|mark| *mark == letter) {
            Some(2) => inside = None,
            Some(mark) => inside = Some(mark),
            None if inside.is_none_or(|side| side == spelling) => all.push(letter),
            None => {}
        }
    }
    all
}
