//! The arguments of a macro invocation.

use std::ops::Range;

use super::is_padding;
use crate::Token;

/// The arguments of a macro invocation, before and after their expansion.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    /// The tokens of all arguments as written. They include padding at the ends of the results of macros.
    pub tokens: Vec<Token>,
    /// For each argument, its range of indices into `tokens`.
    pub ranges: Vec<Range<u32>>,
    /// The tokens of all arguments that have been expanded, after their expansion.
    pub results: Vec<Token>,
    /// The indices of the parameters whose arguments have been expanded, each with its range of indices into
    /// `results`.
    pub expanded: Vec<(u16, Range<u32>)>,
    /// Whether the invocation omits the variable arguments: as in `f(1)` for `f(x, ...)`, or, in GNU C, in
    /// `g()` for `g(...)`.
    pub omitted: bool,
}

impl Arguments {
    /// Returns the tokens of a parameter's argument as they were written. `parameter` is an index into the
    /// parameters.
    pub(crate) fn raw(&self, parameter: u16) -> &[Token] {
        self.ranges.get(usize::from(parameter)).map_or(&[], |range| part(&self.tokens, range))
    }

    /// Returns the tokens of a parameter's argument after expansion. An argument that needed no expansion is
    /// returned as written.
    pub(crate) fn expanded(&self, parameter: u16) -> &[Token] {
        let found = self.expanded.iter().find(|(expanded, _)| *expanded == parameter);
        found.map_or_else(|| self.raw(parameter), |(_, range)| part(&self.results, range))
    }

    /// Starts the expansion of a parameter's argument: tokens added to `results` from now on belong to it.
    /// Returns the argument's range in `tokens`.
    pub(crate) fn start_result(&mut self, parameter: u16) -> Range<u32> {
        let start = self.results.len() as u32;
        self.expanded.push((parameter, start..start));
        self.ranges.get(usize::from(parameter)).cloned().unwrap_or_default()
    }

    /// Ends the expansion that `start_result` started last.
    pub(crate) fn end_result(&mut self) {
        if let Some((_, range)) = self.expanded.last_mut() {
            range.end = self.results.len() as u32;
        }
    }

    /// Removes padding from both ends of every argument.
    pub(crate) fn trim(&mut self) {
        for range in &mut self.ranges {
            let tokens = part(&self.tokens, range);
            let leading = tokens.iter().take_while(|token| is_padding(token)).count() as u32;
            let trailing = tokens.iter().rev().take_while(|token| is_padding(token)).count() as u32;
            *range = if leading == range.len() as u32 {
                range.end..range.end
            } else {
                range.start + leading..range.end - trailing
            };
        }
    }
}

fn part<'a>(tokens: &'a [Token], range: &Range<u32>) -> &'a [Token] {
    tokens.get(range.start as usize..range.end as usize).unwrap_or(&[])
}
