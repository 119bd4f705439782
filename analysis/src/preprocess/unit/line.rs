//! The line of a directive whose macros are expanded.

use super::Unit;
use crate::preprocess::Token;

/// A directive's line while it is read.
#[derive(Debug, Default)]
pub(crate) struct LineReader {
    /// The next token of the file.
    pub at: u32,
    pub end: u32,
    pub output: Vec<Token>,
}

impl LineReader {
    /// The index of the next token in the file.
    pub fn next(&mut self) -> Option<usize> {
        (self.at < self.end).then(|| {
            self.at += 1;
            self.at as usize - 1
        })
    }
}

impl Unit<'_> {
    /// Expands the tokens of the present file from `at` to `end`. Directives are read from files, so no macro is
    /// at work then.
    pub(super) fn expand_line(&mut self, at: u32, end: u32, condition: bool) -> Vec<Token> {
        debug_assert!(self.expander.contexts.is_empty() && self.expander.jobs.is_empty());
        let spacing = std::mem::take(&mut self.expander.spacing);
        let first = std::mem::take(&mut self.expander.first);
        let outermost = self.expander.outermost.take();
        self.expander.line = Some(LineReader { at, end, output: Vec::new() });
        while !self.expander.stopped {
            match self.read() {
                Some(token) if condition && self.is_operator(&token) => self.defined(token),
                Some(token) => self.token(token),
                None if self.expander.jobs.is_empty() => break,
                None => self.end_argument(),
            }
        }
        let line = self.expander.line.take().unwrap_or_default();
        self.expander.spacing = spacing;
        self.expander.first = first;
        self.expander.outermost = outermost;
        line.output
    }
}
