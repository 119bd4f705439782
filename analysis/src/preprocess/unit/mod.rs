//! One run over a unit.

mod arguments;
mod builtin;
mod conditional;
mod context;
mod definition;
mod directive;
mod enter;
mod frame;
mod include;
mod line;
mod outermost;
mod pragma;
mod read;
mod replay;
mod run;
mod spare;

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::layered::Layered;
use super::macros::{Builtin, Macros, Spacing};
use super::predefined::predefined;
use super::{
    Expansion, Headers, Names, Note, NoteKind, Place, Prefix, PreprocessOptions, Preprocessed, Source,
    SourceId, Token,
};
use crate::text::Span;
pub(crate) use context::{Context, Job, Tokens};
pub(crate) use frame::Frame;

/// The state of a run.
pub(crate) struct Unit<'a> {
    pub headers: &'a dyn Headers,
    pub options: &'a PreprocessOptions,
    pub state: State,
    /// The files that are being read, the innermost last; the main file is the first.
    pub files: Vec<Frame>,
    /// What is read before the main file.
    pub forced: VecDeque<Forced>,
    pub expander: Expander,
}

/// What a run has found out so far; a prefix keeps it.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub names: Names,
    pub macros: Macros,
    pub tokens: Layered<Token>,
    pub expansions: Layered<Expansion>,
    pub sources: Vec<Source>,
    pub notes: Vec<Note>,
    pub inactive: Vec<Span>,
    /// The files with `#pragma once`.
    pub once: Arc<FxHashSet<Arc<str>>>,
    pub requests: super::requests::Requests,
    /// The next value of `__COUNTER__`.
    pub counter: u32,
    /// Tokens handled so far.
    pub steps: u64,
}

/// Something that is read before the main file.
pub(crate) enum Forced {
    /// A text of our own, under a name in angle brackets.
    Text(&'static str, Arc<str>),
    /// `-include`
    Header(String),
}

/// The machine that expands macros.
#[derive(Debug, Default)]
pub(crate) struct Expander {
    pub contexts: Vec<Context>,
    pub jobs: Vec<Job>,
    pub spare: spare::Spare,
    pub spacing: Spacing,
    /// The next token is the first on its line, although the macro that stood there was replaced.
    pub first: bool,
    /// The directive line that is being expanded.
    pub line: Option<line::LineReader>,
    /// The outermost invocation at work.
    pub outermost: Option<outermost::Outermost>,
    /// The operand of `__has_include` is being expanded; one inside it is not.
    pub nested: bool,
    /// The run has ended early.
    pub stopped: bool,
}

impl Unit<'_> {
    pub fn note(&mut self, kind: NoteKind, place: Place, message: impl Into<String>) {
        const MOST: usize = 1000;
        if self.state.notes.len() < MOST {
            self.state.notes.push(Note { kind, place, message: message.into() });
        }
    }

    /// About where reading is.
    fn here(&self) -> Place {
        let file = self.file();
        let before = file.at.checked_sub(1).and_then(|at| file.lexed.tokens().get(at as usize));
        Place { source: file.source, span: before.map_or(Span::default(), |token| token.span) }
    }

    pub fn file(&self) -> &Frame {
        self.files.last().expect("the main file is read to the end of the run")
    }

    pub fn file_mut(&mut self) -> &mut Frame {
        self.files.last_mut().expect("the main file is read to the end of the run")
    }
}

impl Expander {
    /// The contexts below belong to others than the innermost job, if there is one.
    fn floor(&self) -> Option<usize> {
        self.jobs.last().map(|job| job.floor)
    }
}

/// Preprocesses a unit, from a fitting prefix on if there is one.
pub(super) fn run(
    prefix: Option<&Prefix>,
    main: Source,
    headers: &dyn Headers,
    options: &PreprocessOptions,
) -> (Preprocessed, Prefix) {
    let mut unit = match prefix {
        Some(prefix) => Unit::resume(prefix, main, headers, options),
        None => Unit::start(main, headers, options),
    };
    let mut made = prefix.cloned();
    let resumed = made.is_some();
    unit.run(|unit| {
        if !resumed {
            unit.state.freeze();
            made = Some(Prefix::new(options, unit.state.clone(), unit.file().clone()));
        }
    });
    let made = made.unwrap_or_else(|| Prefix::new(options, unit.state.clone(), unit.file().clone()));
    (unit.state.finish(), made)
}

impl<'a> Unit<'a> {
    fn start(main: Source, headers: &'a dyn Headers, options: &'a PreprocessOptions) -> Self {
        let mut state = State::default();
        for &(name, builtin) in Builtin::ALL {
            state.macros.define_builtin(name, builtin);
        }
        let forced = [
            Forced::Text("<built-in>", predefined(options).into()),
            Forced::Text("<command-line>", options.command_line()),
        ];
        let headers_first = options.includes.iter().cloned().map(Forced::Header);
        let forced = forced.into_iter().chain(headers_first).collect();
        let files = vec![Frame::new(SourceId::MAIN, Arc::clone(&main.lexed))];
        state.sources.push(main);
        Self { headers, options, state, files, forced, expander: Expander::default() }
    }

    fn resume(
        prefix: &Prefix,
        main: Source,
        headers: &'a dyn Headers,
        options: &'a PreprocessOptions,
    ) -> Self {
        let mut state = prefix.state();
        let files = vec![prefix.file().with_text(Arc::clone(&main.lexed))];
        if let Some(first) = state.sources.first_mut() {
            *first = main;
        }
        Self { headers, options, state, files, forced: VecDeque::new(), expander: Expander::default() }
    }
}

impl State {
    /// Makes what is there cheap to clone.
    fn freeze(&mut self) {
        self.names.freeze();
        self.macros.freeze();
        self.tokens.freeze();
        self.expansions.freeze();
        self.requests.freeze();
    }

    fn finish(self) -> Preprocessed {
        let Self { names, macros, tokens, expansions, sources, notes, inactive, requests, .. } = self;
        let requests = requests.list().clone();
        Preprocessed { tokens, names, sources, expansions, notes, inactive, macros, requests }
    }
}
