//! The result of preprocessing.

use super::layered::Layered;
use super::unit::missing;
use super::{Expansion, ExpansionId, Macros, Names, Note, NoteKind, Request, Source, SourceRange, Token};
use csieve_base::text::Span;

/// A unit after preprocessing.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// The tokens of the whole unit in order, without directives. The tokens of the prefix are shared with
    /// it.
    pub tokens: Layered<Token>,
    /// The interned spellings of the unit.
    pub names: Names,
    /// The files of the unit, indexed by [`SourceId`](super::SourceId). The first is the main file.
    pub sources: Vec<Source>,
    /// The macro invocations, indexed by [`ExpansionId`].
    pub expansions: Layered<Expansion>,
    /// The messages about errors in the unit, in the order in which they were found.
    pub notes: Vec<Note>,
    /// The parts of the main file that conditional compilation leaves out, as whole lines.
    pub inactive: Vec<Span>,
    /// The macros in force at the end of the unit.
    pub macros: Macros,
    /// The requests for headers with their answers. If an answer changes, the tokens of the unit may change.
    pub requests: Layered<Request>,
    /// The ranges of tokens in which `#pragma pack` changes the layout of structures, ascending.
    pub packed: Vec<std::ops::Range<u32>>,
    /// The pragmas that give functions and objects other names or definitions (`weak`, `redefine_extname`), each as its
    /// words with spaces between them, in order.
    pub linked: Vec<String>,
    /// The uses of `__LINE__` and `__COUNTER__` after the prefix. Their values depend on the text before
    /// them.
    pub(crate) positional: Vec<Positional>,
    /// Whether `#line` changed the line numbers of the main file.
    pub(crate) relined: bool,
    /// Whether a pragma in the main file saved or restored the definition of a macro.
    pub(crate) saves_macros: bool,
    /// The number of steps of preprocessing: the tokens handled, those of headers and macro expansions
    /// included.
    pub(crate) steps: u64,
}

/// A use of `__LINE__` or `__COUNTER__`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Positional {
    /// The byte offset in the main file of the use, or of the directive or macro invocation that leads to it.
    pub position: u32,
    /// Whether the used macro is `__COUNTER__`. False for `__LINE__`.
    pub counts: bool,
}

impl Preprocessed {
    /// Returns the macro invocation with the id `id`, or `None` if there is none.
    pub fn expansion(&self, id: ExpansionId) -> Option<&Expansion> {
        self.expansions.get(id.0 as usize)
    }

    /// Yields the byte offsets, ascending, at which the main file uses `__LINE__` after the prefix.
    pub fn lines_counted(&self) -> impl Iterator<Item = u32> {
        self.positional.iter().filter(|used| !used.counts).map(|used| used.position)
    }

    /// Returns the place of a token in the text of a file. For a token that a macro produced, it is the place
    /// of the outermost macro invocation.
    pub fn place(&self, token: &Token) -> SourceRange {
        let inner = token.expansion.and_then(|id| self.expansion(id));
        let outer = inner.and_then(|inner| self.expansion(inner.outermost));
        outer.map_or(token.spelling, |outer| outer.call)
    }

    /// Returns whether a header is missing whose name satisfies a condition.
    pub fn misses(&self, is_wanted: impl Fn(&str) -> bool) -> bool {
        let note = |name: &str| {
            let message = missing(name);
            self.notes.iter().any(|note| note.kind == NoteKind::MissingHeader && note.message == message)
        };
        // What `__has_include` asks for is requested, too.
        let mut lost = self.requests.iter().filter(|request| request.found.is_none());
        lost.any(|request| is_wanted(&request.name) && note(&request.name))
    }

    /// Returns the spelling of a token.
    pub fn spelling(&self, token: &Token) -> &str {
        self.names.text(token.name)
    }
}
