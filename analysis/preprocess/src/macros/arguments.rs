//! The arguments of an invocation.

use std::ops::Range;

use super::is_padding;
use crate::Token;

/// The arguments of an invocation.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    /// The tokens of all arguments, with padding between results of macros.
    pub tokens: Vec<Token>,
    /// Each argument's part of `tokens`.
    pub ranges: Vec<Range<u32>>,
    /// The tokens of expanded arguments.
    pub results: Vec<Token>,
    /// The parameters whose arguments have been expanded, with their parts of `results`.
    pub expanded: Vec<(u16, Range<u32>)>,
    /// The variable arguments were left out altogether, with their comma.
    pub omitted: bool,
}

impl Arguments {
    /// The tokens as they were given.
    pub(crate) fn raw(&self, parameter: u16) -> &[Token] {
        self.ranges.get(usize::from(parameter)).map_or(&[], |range| part(&self.tokens, range))
    }

    /// The tokens after expansion.
    pub(crate) fn expanded(&self, parameter: u16) -> &[Token] {
        let found = self.expanded.iter().find(|(expanded, _)| *expanded == parameter);
        found.map_or_else(|| self.raw(parameter), |(_, range)| part(&self.results, range))
    }

    /// What is added to `results` from now on belongs to a parameter; gives the argument's part of `tokens`.
    pub(crate) fn start_result(&mut self, parameter: u16) -> Range<u32> {
        let start = self.results.len() as u32;
        self.expanded.push((parameter, start..start));
        self.ranges.get(usize::from(parameter)).cloned().unwrap_or_default()
    }

    /// The result of the last parameter is complete.
    pub(crate) fn end_result(&mut self) {
        if let Some((_, range)) = self.expanded.last_mut() {
            range.end = self.results.len() as u32;
        }
    }

    /// Takes padding from the ends of all arguments.
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
