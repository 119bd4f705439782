//! What preprocessing gives.

use super::layered::Layered;
use super::{Expansion, ExpansionId, Macros, Names, Note, Place, Request, Source, Token};
use csieve_base::text::Span;

/// A unit after preprocessing.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// The tokens of the whole unit in order, without directives. Those of a prefix are shared.
    pub tokens: Layered<Token>,
    /// The spellings.
    pub names: Names,
    /// The files in the order in which they were entered; the first is the main file.
    pub sources: Vec<Source>,
    /// The invocations of macros, by [`ExpansionId`].
    pub expansions: Layered<Expansion>,
    /// What was wrong, in order.
    pub notes: Vec<Note>,
    /// The lines of the main file that conditionals leave out.
    pub inactive: Vec<Span>,
    /// The macros at the end.
    pub macros: Macros,
    /// The headers asked for; should an answer change, the unit may.
    pub requests: Layered<Request>,
    /// The uses of macros of which the value depends on what stands before them.
    pub(crate) positional: Vec<Positional>,
    /// `#line` changed the lines of the main file.
    pub(crate) relined: bool,
    /// Tokens handled.
    pub(crate) steps: u64,
}

/// A use of `__LINE__` or `__COUNTER__`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Positional {
    /// Where in the main file, in bytes.
    pub position: u32,
    /// It is `__COUNTER__`.
    pub counts: bool,
}

impl Preprocessed {
    /// An invocation.
    pub fn expansion(&self, id: ExpansionId) -> Option<&Expansion> {
        self.expansions.get(id.0 as usize)
    }

    /// Where lines are counted behind the prefix, in bytes of the main file, ascending.
    pub fn lines_counted(&self) -> impl Iterator<Item = u32> {
        self.positional.iter().filter(|used| !used.counts).map(|used| used.position)
    }

    /// Where a token stands in the text of a file: itself, or the outermost invocation that it comes from.
    pub fn place(&self, token: &Token) -> Place {
        let inner = token.expansion.and_then(|id| self.expansion(id));
        let outer = inner.and_then(|inner| self.expansion(inner.outermost));
        outer.map_or(token.spelling, |outer| outer.call)
    }

    /// The spelling of a token.
    pub fn spelling(&self, token: &Token) -> &str {
        self.names.text(token.name)
    }
}
