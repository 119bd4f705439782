//! Preprocesses a part of a main file again after an edit.

use std::sync::Arc;

use super::macros::MacroChange;
use super::output::Positional;
use super::unit::{State, run_excerpt};
use super::{Headers, Lexed, Macros, Names, Note, NoteKind, PreprocessOptions, Preprocessed, Source};
use csieve_base::text::Span;

/// The macros in force at every place of a main file after its prefix. Preprocessing the whole unit records
/// the trail, with which a part of the main file can then be preprocessed alone.
#[derive(Clone, Debug)]
pub struct Trail {
    path: Arc<str>,
    /// The interned spellings of the unit, and the macros in force at its end.
    end: Arc<(Names, Macros)>,
    /// The changes of macros after the prefix, in the order of the text.
    changes: Vec<MacroChange>,
    positional: Vec<Positional>,
}

/// The error for a part of a main file that can only be preprocessed together with the rest of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAlone;

impl Trail {
    /// Returns the trail of a preprocessed unit. `None` if its parts cannot be preprocessed alone: `#line`
    /// changed line numbers of the main file, a pragma saved or restored a macro there, a macro invocation has no end or wrong arguments, a limit was
    /// reached, more than half of the steps or tokens that `options` allow were used, or `#pragma pack` changes
    /// the layout of structures behind the prefix.
    pub fn new(unit: &Preprocessed, options: &PreprocessOptions) -> Option<Self> {
        let near_limits =
            unit.steps > options.limits.steps / 2 || unit.tokens.len() as u64 > options.limits.tokens / 2;
        // After a limit or an unclosed macro invocation, an edit of one part may change how the text after
        // that part is read.
        let open = |note: &Note| matches!(note.kind, NoteKind::Invocation | NoteKind::Limit);
        let first_own = unit.tokens.parts().0.len() as u32;
        let is_packed = unit.packed.iter().any(|range| range.end > first_own);
        if unit.relined || unit.saves_macros || near_limits || is_packed || unit.notes.iter().any(open) {
            return None;
        }
        Some(Self {
            path: Arc::clone(&unit.sources.first()?.path),
            end: Arc::new((unit.names.clone(), unit.macros.clone())),
            changes: unit.macros.changes().to_vec(),
            positional: unit.positional.clone(),
        })
    }

    /// Returns whether the main file changes a macro or uses `__COUNTER__` from byte `start` up to byte
    /// `end`, exclusive. Both can change the tokens of the text that follows.
    pub fn changes_between(&self, start: u32, end: u32) -> bool {
        let inside = |position: u32| start <= position && position < end;
        self.changes.iter().any(|change| inside(change.position))
            || self.positional.iter().any(|used| used.counts && inside(used.position))
    }

    /// Yields the byte offsets, from `start` on and ascending, at which the main file uses `__LINE__`.
    pub fn lines_counted_from(&self, start: u32) -> impl Iterator<Item = u32> {
        let lines = self.positional.iter().filter(|used| !used.counts).map(|used| used.position);
        lines.filter(move |position| *position >= start)
    }

    /// Adapts the trail to an edit inside `part`, a span of the old main file. The text became `by` bytes
    /// longer (negative: shorter), and the new part uses `__LINE__` at the byte offsets `lines` of the new
    /// file.
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

    /// Returns the interned spellings of the unit.
    pub fn names(&self) -> &Names {
        &self.end.0
    }

    /// Preprocesses a part of the main file that starts at byte `start`, on line `first_line` (from 1). Byte
    /// offsets in the result count from the start of the part.
    ///
    /// # Errors
    /// [`NotAlone`] if the part has directives, changes or saves macros, uses `__COUNTER__`, asks for headers, or
    /// causes a [`Note`].
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
        let packs = !result.packed.is_empty() || !result.linked.is_empty();
        // What was saved before the part is not known here.
        let saves = result.saves_macros;
        if counts || asks || changes || packs || saves || !result.notes.is_empty() {
            Err(NotAlone)
        } else {
            Ok(result)
        }
    }
}
