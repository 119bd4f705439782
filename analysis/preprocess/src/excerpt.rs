//! A part of a main file, preprocessed again after an edit.

use std::sync::Arc;

use super::macros::Change;
use super::output::Positional;
use super::unit::{State, run_excerpt};
use super::{Headers, Lexed, Macros, Names, Note, NoteKind, PreprocessOptions, Preprocessed, Source};
use csieve_base::text::Span;

/// What a run over a unit leaves behind for its parts: the macros at every place of the main file behind the prefix.
#[derive(Clone, Debug)]
pub struct Trail {
    path: Arc<str>,
    /// As they are at the end.
    end: Arc<(Names, Macros)>,
    /// Changes of macros, in order.
    changes: Vec<Change>,
    positional: Vec<Positional>,
}

/// Why a part of a text has to be preprocessed with all the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAlone;

impl Trail {
    /// The trail of a run; none if parts cannot be preprocessed alone.
    pub fn new(unit: &Preprocessed, options: &PreprocessOptions) -> Option<Self> {
        let near_limits =
            unit.steps > options.limits.steps / 2 || unit.tokens.len() as u64 > options.limits.tokens / 2;
        // What was cut short or never closed has taken in text behind it.
        let open = |note: &Note| matches!(note.kind, NoteKind::Invocation | NoteKind::Limit);
        if unit.relined || near_limits || unit.notes.iter().any(open) {
            return None;
        }
        Some(Self {
            path: Arc::clone(&unit.sources.first()?.path),
            end: Arc::new((unit.names.clone(), unit.macros.clone())),
            changes: unit.macros.changes().to_vec(),
            positional: unit.positional.clone(),
        })
    }

    /// Whether something between two places, in bytes, concerns what follows: a macro or the counter changes.
    pub fn changes_between(&self, start: u32, end: u32) -> bool {
        let inside = |position: u32| start <= position && position < end;
        self.changes.iter().any(|change| inside(change.position))
            || self.positional.iter().any(|used| used.counts && inside(used.position))
    }

    /// Where lines are counted behind a place, in bytes, ascending.
    pub fn lines_counted_from(&self, start: u32) -> impl Iterator<Item = u32> {
        let lines = self.positional.iter().filter(|used| !used.counts).map(|used| used.position);
        lines.filter(move |position| *position >= start)
    }

    /// The trail after a part of the text became `by` bytes longer and counts lines at these places.
    pub fn shift(&mut self, part: Span, by: i64, lines: &[u32]) {
        let Span { start, end } = part;
        let shift = |position: u32| if position < end { position } else { (i64::from(position) + by) as u32 };
        for change in &mut self.changes {
            change.position = shift(change.position);
        }
        self.positional.retain(|used| !(start <= used.position && used.position < end));
        for used in &mut self.positional {
            used.position = shift(used.position);
        }
        let at = self.positional.partition_point(|used| used.position < start);
        let lines = lines.iter().map(|&position| Positional { position, counts: false });
        self.positional.splice(at..at, lines);
    }

    /// The spellings.
    pub fn names(&self) -> &Names {
        &self.end.0
    }

    /// Preprocesses a part of the main file that starts at `start`, on line `first_line` (from 1); places in the result
    /// are relative to it.
    ///
    /// # Errors
    /// [`NotAlone`] if the part has directives, changes macros or the counter, or has notes.
    pub fn preprocess(
        &self,
        part: &str,
        start: u32,
        first_line: u32,
        headers: &dyn Headers,
        options: &PreprocessOptions,
    ) -> Result<Preprocessed, NotAlone> {
        let lexed = Arc::new(Lexed::new(part.into()));
        if lexed.has_directives() {
            return Err(NotAlone);
        }
        let first = self.changes.partition_point(|change| change.position < start);
        let (names, macros) = &*self.end;
        let macros = macros.before(&self.changes[first..]);
        let state = State { names: names.clone(), macros, ..State::default() };
        let source = Source::main(Arc::clone(&self.path), lexed);
        let result = run_excerpt(state, source, first_line, headers, options);
        let counts = result.positional.iter().any(|used| used.counts);
        let asks = !result.requests.is_empty();
        let changes = !result.macros.changes().is_empty();
        if counts || asks || changes || !result.notes.is_empty() { Err(NotAlone) } else { Ok(result) }
    }
}
