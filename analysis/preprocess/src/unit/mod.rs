//! One pass of the preprocessor over a translation unit: reads files, obeys directives and expands macros.

mod arguments;
mod beginning;
mod builtin;
mod conditional;
mod context;
mod definition;
mod directive;
mod enter;
mod expansion;
mod frame;
mod holds;
mod include;
mod line;
mod outermost;
mod packing;
mod pragma;
mod read;
mod replay;
mod run;
mod spare;
mod start;

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::layered::Layered;
use super::macros::{Macros, Spacing};
use super::output::Positional;
use super::{
    BeginningId, Beginnings, Expansion, Headers, Names, Note, NoteKind, PreprocessOptions, Source,
    SourceRange, Token,
};
pub(crate) use context::{Context, Job, Tokens};
use csieve_base::text::Span;
pub(crate) use frame::Frame;
pub(crate) use include::missing;
pub(super) use start::{run, run_excerpt};

/// The working state of the preprocessor for one translation unit.
pub(crate) struct Unit<'a> {
    pub headers: &'a dyn Headers,
    pub options: &'a PreprocessOptions,
    pub state: State,
    /// The files that are being read, from the main file to the innermost header.
    pub files: Vec<Frame>,
    /// The sources that still have to be read before the main file: the predefined macros and the options.
    pub forced: VecDeque<Forced>,
    pub expander: Expander,
    /// What other main files leave for this one, and the other way round.
    pub shared: Shared<'a>,
}

/// The beginnings that a unit shares with others.
#[derive(Debug, Default)]
pub(crate) struct Shared<'a> {
    beginnings: Option<&'a Beginnings>,
    /// The numbers of directives of the main file, ascending, behind which the state is to be kept.
    wanted: VecDeque<u32>,
    /// The beginning that is the state of now.
    now: Option<BeginningId>,
    /// Whether the name of the main file is among the tokens (`__BASE_FILE__`).
    names_main: bool,
}

/// The results of preprocessing a unit so far. A prefix keeps them.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub names: Names,
    pub macros: Macros,
    pub tokens: Layered<Token>,
    pub expansions: Layered<Expansion>,
    pub sources: Vec<Source>,
    pub notes: Vec<Note>,
    pub inactive: Vec<Span>,
    /// The paths of the files that must not be read again: those with `#pragma once`, or nested too deeply.
    pub once: Arc<FxHashSet<Arc<str>>>,
    pub requests: super::requests::Requests,
    /// The next value of `__COUNTER__`.
    pub counter: u32,
    /// The number of tokens handled so far, including those of headers and macro expansions.
    pub steps: u64,
    /// The uses of `__LINE__` and `__COUNTER__` after the prefix.
    pub positional: Vec<Positional>,
    /// Whether `#line` changed the line numbers of the main file.
    pub relined: bool,
    /// Whether a pragma in the main file saved or restored the definition of a macro.
    pub saves_macros: bool,
    /// Where `#pragma pack` changes the layout of structures.
    pub packing: packing::Packing,
    /// The pragmas that give functions and objects other names or definitions.
    pub linked: Vec<String>,
    /// Whether headers are left out because the unit has too many files.
    pub has_too_many_files: bool,
}

/// A source of tokens that is read before the main file.
pub(crate) enum Forced {
    /// A text made by the preprocessor, with a name in angle brackets such as `<built-in>`.
    Text(&'static str, Arc<str>),
    /// A header of an option `-include`, by its name.
    Header(String),
}

/// The state of macro expansion.
#[derive(Debug, Default)]
pub(crate) struct Expander {
    pub contexts: Vec<Context>,
    pub jobs: Vec<Job>,
    pub spare: spare::Spare,
    pub spacing: Spacing,
    /// Whether the next token counts as the first on its line, because the macro's name that stood there was
    /// replaced.
    pub first: bool,
    /// The line of the directive whose macros are being expanded, if any.
    pub line: Option<line::LineReader>,
    /// The outermost macro invocation that is being expanded, if any.
    pub outermost: Option<outermost::Outermost>,
    /// Whether the operand of `__has_include` is being expanded. Operands of further `__has_include` inside
    /// it are not.
    pub nested: bool,
    /// Whether preprocessing has ended early, at a limit.
    pub stopped: bool,
}

impl Unit<'_> {
    pub(crate) fn note(&mut self, kind: NoteKind, place: SourceRange, message: impl Into<String>) {
        const MOST: usize = 1000;
        if self.state.notes.len() < MOST {
            self.state.notes.push(Note { kind, place, message: message.into() });
        }
    }

    /// Returns the place of the token that was read last, for notes.
    fn here(&self) -> SourceRange {
        let file = self.file();
        let before = file.at.checked_sub(1).and_then(|at| file.lexed.tokens().get(at as usize));
        SourceRange { source: file.source, span: before.map_or(Span::default(), |token| token.span) }
    }

    /// Returns the byte offset of the last token of the main file that was read.
    fn main_position(&self) -> u32 {
        let Some(main) = self.files.first() else { return 0 };
        let last = main.at.checked_sub(1).and_then(|at| main.lexed.tokens().get(at as usize));
        last.map_or(0, |token| token.span.start)
    }

    pub(crate) fn file(&self) -> &Frame {
        self.files.last().expect("the main file is read to the end of the run")
    }

    pub(crate) fn file_mut(&mut self) -> &mut Frame {
        self.files.last_mut().expect("the main file is read to the end of the run")
    }
}

impl Expander {
    /// Returns the number of contexts on the stack below those of the innermost [`Job`], or `None` if there
    /// is no job.
    fn floor(&self) -> Option<usize> {
        self.jobs.last().map(|job| job.floor)
    }
}
