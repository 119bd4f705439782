//! Expands macros in the line of a directive.

use std::sync::Arc;

use super::{Job, Unit};
use crate::macros::is_padding;
use crate::{ExpansionId, Token, TokenKind};

/// The state of reading the line of a directive.
#[derive(Debug, Default)]
pub(crate) struct LineReader {
    /// The index, in the tokens of the file, of the next token to read.
    pub at: u32,
    pub end: u32,
    /// Whether the line is the expression of an `#if` or `#elif`.
    pub condition: bool,
    pub output: Vec<Token>,
}

impl LineReader {
    /// Consumes the next token of the line. Returns its index in the tokens of the file, or `None` at the end
    /// of the line.
    pub(crate) fn next(&mut self) -> Option<usize> {
        (self.at < self.end).then(|| {
            self.at += 1;
            self.at as usize - 1
        })
    }
}

impl Unit<'_> {
    /// Expands the tokens of the current file from index `at` to `end`, exclusive. No macro is being expanded
    /// meanwhile, since directives are only read from files. `condition` states whether `defined` is
    /// replaced.
    pub(super) fn expand_line(&mut self, at: u32, end: u32, condition: bool) -> Vec<Token> {
        debug_assert!(self.expander.contexts.is_empty() && self.expander.jobs.is_empty());
        let spacing = std::mem::take(&mut self.expander.spacing);
        let first = std::mem::take(&mut self.expander.first);
        let outermost = self.expander.outermost.take();
        self.expander.line = Some(LineReader { at, end, condition, output: Vec::new() });
        while !self.expander.stopped {
            if self.work() {
                continue;
            }
            let next = self.expander.line.as_mut().and_then(LineReader::next);
            let Some(next) = next else { break };
            let token = self.line_token(next);
            let identifier = token.kind == TokenKind::Identifier;
            if identifier && token.name == self.operator() {
                self.defined(token);
            } else if identifier && self.state.macros.is_defined(token.name) {
                self.enter(token);
            } else {
                self.put(token);
            }
            self.count(1);
        }
        let line = self.expander.line.take().unwrap_or_default();
        self.expander.spacing = spacing;
        self.expander.first = first;
        self.expander.outermost = outermost;
        line.output
    }

    /// Expands some tokens of a directive's line on their own, without the tokens around them. Returns no
    /// tokens if such an expansion is going on already.
    pub(super) fn expand_list(&mut self, tokens: &[Token]) -> Vec<Token> {
        let (floor, above) = (self.expander.contexts.len(), self.expander.jobs.len());
        let Some(&token) = tokens.first().filter(|_| !self.expander.nested) else { return Vec::new() };
        self.expander.nested = true;
        let (parameters, arguments) = (Arc::default(), self.expander.spare.arguments());
        let (definition, expansion) = (0, ExpansionId(0));
        let job = Job { token, definition, parameters, expansion, arguments, done: 0, floor };
        self.expander.jobs.push(job);
        self.push_list(tokens.to_vec());
        // The loop ends early if the expansion is too long and `give_up` drops all jobs.
        while self.expander.jobs.len() > above && !self.expander.stopped {
            if self.expander.jobs.len() == above + 1 && self.expander.contexts.len() == floor {
                break;
            }
            self.work();
        }
        self.expander.nested = false;
        let job = self.expander.jobs.pop();
        let results = job.map(|job| job.arguments.results).unwrap_or_default();
        results.into_iter().filter(|token| !is_padding(token)).collect()
    }
}
