//! C programs in two spellings with the same lines: the plain one is analysed, the checked one is compiled
//! and run.

use std::fmt::Write as _;

/// The marks of a part of a program that has two spellings, as in `⟦plain¦checked⟧`: opening mark, separator,
/// closing mark.
const MARKS: [char; 3] = ['⟦', '¦', '⟧'];

/// Returns a marked part of a program with a plain and a checked spelling.
pub(crate) fn both(plain: &str, checked: &str) -> String {
    format!("⟦{plain}¦{checked}⟧")
}

/// Returns a marked part of a program that only the checked spelling has.
pub(crate) fn checked_only(text: &str) -> String {
    both("", text)
}

/// A program under construction, line by line, with marks.
#[derive(Default)]
pub(crate) struct Text {
    lines: Vec<String>,
    depth: usize,
}

impl Text {
    /// Returns the number that the next line will have, counted from 1.
    pub(crate) fn next(&self) -> usize {
        self.lines.len() + 1
    }

    /// Adds a line that is no statement, so that runs do not record it.
    pub(crate) fn line(&mut self, text: &str) {
        self.lines.push(format!("{}{text}", "    ".repeat(self.depth)));
    }

    /// Adds a line with a statement. In the checked spelling, a run records that it comes to this line.
    pub(crate) fn statement(&mut self, text: &str) {
        let here = checked_only(&format!("L({}); ", self.next()));
        self.line(&format!("{here}{text}"));
    }

    /// Returns the start of a loop's C condition. In the checked spelling, each evaluation records the
    /// current line.
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

    /// Adds another text after this one.
    pub(crate) fn append(&mut self, text: Self) {
        self.lines.extend(text.lines);
    }

    /// Returns the program in the plain spelling, for the analysis.
    pub(crate) fn plain(&self) -> String {
        self.spelled(0)
    }

    /// Returns the program with macros that report misuses at run time, to be compiled and run.
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

/// Returns a marked text in the plain spelling (0) or the checked spelling (1).
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
