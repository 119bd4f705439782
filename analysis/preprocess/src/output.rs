//! The result of preprocessing.

use super::layered::Layered;
use super::{Expansion, ExpansionId, Macros, Names, Note, Request, Source, SourceRange, Token};
use csieve_base::text::Span;

/// A unit after preprocessing.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// The tokens of the whole unit in order, without directives. The tokens of the prefix are shared.
    pub tokens: Layered<Token>,
    /// The interned spellings.
    pub names: Names,
    /// The files in the order in which they were entered. The first is the main file.
    pub sources: Vec<Source>,
    /// The macro invocations, indexed by [`ExpansionId`].
    pub expansions: Layered<Expansion>,
    /// The messages about errors, in order.
    pub notes: Vec<Note>,
    /// The parts of the main file that conditionals exclude, as whole lines.
    pub inactive: Vec<Span>,
    /// The macros in force at the end of the unit.
    pub macros: Macros,
    /// The headers that were asked for. If an answer changes, the result may change.
    pub requests: Layered<Request>,
    /// The uses, behind the prefix, of macros whose value depends on the text before them.
    pub(crate) positional: Vec<Positional>,
    /// Whether `#line` changed the line numbers of the main file.
    pub(crate) relined: bool,
    /// The number of tokens handled.
    pub(crate) steps: u64,
}

/// A use of `__LINE__` or `__COUNTER__`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Positional {
    /// The byte offset in the main file.
    pub position: u32,
    /// Whether the macro is `__COUNTER__`.
    pub counts: bool,
}

impl Preprocessed {
    /// Returns a macro invocation by its id.
    pub fn expansion(&self, id: ExpansionId) -> Option<&Expansion> {
        self.expansions.get(id.0 as usize)
    }

    /// Yields the byte offsets, ascending, at which the main file uses `__LINE__` behind the prefix.
    pub fn lines_counted(&self) -> impl Iterator<Item = u32> {
        self.positional.iter().filter(|used| !used.counts).map(|used| used.position)
    }

    /// Returns the place of a token in the text of a file: its own, or that of the outermost invocation that
    /// produced the token.
    pub fn place(&self, token: &Token) -> SourceRange {
        let inner = token.expansion.and_then(|id| self.expansion(id));
        let outer = inner.and_then(|inner| self.expansion(inner.outermost));
        outer.map_or(token.spelling, |outer| outer.call)
    }

    /// Returns the spelling of a token.
    pub fn spelling(&self, token: &Token) -> &str {
        self.names.text(token.name)
    }
}
