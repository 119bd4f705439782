//! Keeps vectors for reuse, since macro invocations are short and many.

use crate::Token;
use crate::macros::Arguments;

/// Vectors that are not in use, to be reused.
#[derive(Debug, Default)]
pub(crate) struct Spare {
    lists: Vec<Vec<Token>>,
    arguments: Vec<Arguments>,
}

impl Spare {
    /// Returns an empty list of tokens, in reused memory if possible.
    pub(crate) fn list(&mut self) -> Vec<Token> {
        self.lists.pop().unwrap_or_default()
    }

    pub(crate) fn put_list(&mut self, mut list: Vec<Token>) {
        list.clear();
        self.lists.push(list);
    }

    /// Returns a value without arguments, in reused memory if possible.
    pub(crate) fn arguments(&mut self) -> Arguments {
        self.arguments.pop().unwrap_or_default()
    }

    pub(crate) fn put_arguments(&mut self, mut arguments: Arguments) {
        arguments.tokens.clear();
        arguments.ranges.clear();
        arguments.results.clear();
        arguments.expanded.clear();
        self.arguments.push(arguments);
    }
}
