//! Incremental update after an edit inside the body of one function: only the edited function is
//! preprocessed, translated and parsed again. The result equals a version made from the whole text.

use std::sync::Arc;

use super::{UnitFunction, Version, header::Files};
use csieve_base::text::{Change, SourceText, Span};
use csieve_frontend::translation::{Declared, TranslatedFunction, Translation, function_alone};
use csieve_preprocess::{Headers, Name, Note, PreprocessOptions, SourceId, Trail};

/// The data of a version that an incremental update needs.
#[derive(Clone, Debug)]
pub(super) struct EditBasis {
    text: Arc<str>,
    line_count: u32,
    trail: Trail,
    declared: Arc<Declared>,
    /// The names that the file's declarations use and that headers declare, ascending.
    needs: Arc<[Name]>,
    options: Arc<PreprocessOptions>,
}

impl EditBasis {
    pub(super) fn new(
        text: Arc<str>,
        trail: Trail,
        translation: &Translation,
        options: &PreprocessOptions,
    ) -> Self {
        Self {
            line_count: 1 + text.matches('\n').count() as u32,
            text,
            trail,
            declared: Arc::clone(&translation.declared),
            needs: translation.needs.as_slice().into(),
            options: Arc::new(options.clone()),
        }
    }
}

impl Version {
    /// Returns the version after an edit that is inside the body of one function and affects nothing else.
    /// The headers must be unchanged. The result is `None` for every other edit: a version of the whole file
    /// must be made.
    #[must_use]
    pub fn edited(
        &self,
        text: &SourceText,
        headers: &dyn Headers,
        options: &PreprocessOptions,
    ) -> Option<Self> {
        let (kept, first_headers) = (self.kept.as_ref()?, self.first_headers.as_ref()?);
        if *kept.options != *options {
            return None;
        }
        let change = Change::between(&kept.text, text.text())?;
        let known = &self.unit.functions;
        let at = known.iter().position(|function| is_in_body(change, function, &kept.text))?;
        let end = known[at].span().end;
        let more_lines = i64::from(text.lines().line_count()) - i64::from(kept.line_count);
        let again = Again { version: self, kept, text, headers };
        let mut functions = known.clone();
        let (function, counted_in_it) = again.function(&known[at], 0, 0, change.by())?;
        functions[at] = function;
        for later in functions.iter_mut().filter(|function| function.start >= end) {
            later.start = shifted(later.start, change.by());
        }
        if more_lines != 0 {
            let mut last = None;
            for position in kept.trail.lines_counted_from(end) {
                let holds = |function: &UnitFunction| {
                    let span = function.span();
                    span.start <= position && position < span.end
                };
                let at = known.iter().position(holds)?;
                if last.replace(at) != Some(at) {
                    functions[at] = again.function(&known[at], change.by(), more_lines, 0)?.0;
                }
            }
        }
        let mut trail = kept.trail.clone();
        trail.shift(known[at].span(), change.by(), &counted_in_it);
        let unit = Arc::new(self.unit.with_functions(
            functions,
            Files { sources: &self.sources, headers, shared: None },
            |used| {
                let tokens = first_headers.prefix.tokens();
                first_headers.declarations.text(tokens, trail.names(), used.chain(kept.needs.iter().copied()))
            },
        ));
        let (line_count, text) = (text.lines().line_count(), Arc::clone(text.text()));
        let kept = Some(EditBasis { text, line_count, trail, ..kept.clone() });
        let mut next = Self { unit, kept, ..self.clone() };
        next.move_places(end, change.by());
        Some(next)
    }

    /// Shifts all spans of notes, inactive lines and includes that start at byte `behind` or later by `by`
    /// bytes.
    fn move_places(&mut self, behind: u32, by: i64) {
        let mut sources = self.sources.to_vec();
        let places = self.notes.iter_mut().map(|note| &mut note.place);
        let places = places.chain(sources.iter_mut().filter_map(|source| source.included_at.as_mut()));
        let in_file = places.filter(|place| place.source == SourceId::MAIN);
        let unread = self.unread.iter_mut().map(|unread| &mut unread.span);
        for span in in_file.map(|place| &mut place.span).chain(&mut self.inactive).chain(unread) {
            if span.start >= behind {
                *span = Span { start: shifted(span.start, by), end: shifted(span.end, by) };
            }
        }
        self.sources = sources.into();
    }

    /// Returns whether a range of the file contains one function and nothing that affects other text: it
    /// defines no macros, preprocessing has no notes on it, and conditional compilation leaves no part of it
    /// out.
    fn is_alone(&self, range: Span) -> bool {
        let Some(kept) = &self.kept else { return false };
        let meets = |span: Span| span.start < range.end && range.start < span.end;
        let noted = |note: &Note| note.place.source == SourceId::MAIN && meets(note.place.span);
        !kept.trail.changes_between(range.start, range.end)
            && !self.notes.iter().any(noted)
            && !self.inactive.iter().any(|span| meets(*span))
            && self.unit.functions.iter().filter(|function| meets(function.span())).count() == 1
            && !self.unit.functions.iter().any(|function| function.text.positions.leaves())
    }
}

/// The data for making functions of the new text again.
struct Again<'a> {
    version: &'a Version,
    kept: &'a EditBasis,
    text: &'a SourceText,
    headers: &'a dyn Headers,
}

impl Again<'_> {
    /// Makes a function again that moved by `by` bytes and `lines` lines and became `longer` bytes longer.
    /// Returns it with the byte offsets in the file at which it uses `__LINE__`. Returns `None` if the old or
    /// the new range contains anything else than the function.
    fn function(
        &self,
        old: &UnitFunction,
        by: i64,
        lines: i64,
        longer: i64,
    ) -> Option<(UnitFunction, Vec<u32>)> {
        if !self.version.is_alone(old.span()) {
            return None;
        }
        let (start, end) = (shifted(old.start, by), shifted(old.span().end, by + longer));
        let part = self.text.text().get(start as usize..end as usize)?;
        let line = self.text.lines().line_number(start);
        // A macro invocation may begin in the function and end after it.
        let before = self.translated(self.kept.text.get(old.span().range())?, old, shifted(line, -lines))?.0;
        if before.text != *old.text {
            return None;
        }
        let (function, counted) = self.translated(part, old, line)?;
        let is_same = function.start == 0
            && function.text.name == old.text.name
            && function.text.body.start == old.text.body.start
            && i64::from(function.text.length) == i64::from(old.text.length) + longer;
        let known = |text: &str| (text == &*old.text.text).then(|| Arc::clone(&old.tree));
        let counted = counted.into_iter().map(|position| position + start).collect();
        let function = TranslatedFunction { start, is_alternative: old.is_alternative, ..function };
        is_same.then(|| (UnitFunction::new(function, known), counted))
    }

    /// Preprocesses and translates a text that replaces a function and starts on the given line. Returns the
    /// function and the offsets of its uses of `__LINE__`, in bytes from the start of the text. Returns
    /// `None` if the text is not exactly one function.
    fn translated(&self, part: &str, at: &UnitFunction, line: u32) -> Option<(TranslatedFunction, Vec<u32>)> {
        let EditBasis { trail, declared, options, .. } = self.kept;
        let part = trail.preprocess(part, at.start, line, self.headers, options).ok()?;
        let function = function_alone(&part, declared)?;
        Some((function, part.lines_counted().collect()))
    }
}

fn shifted(position: u32, by: i64) -> u32 {
    (i64::from(position) + by) as u32
}

/// Returns whether a change is strictly between the braces of a function's body.
fn is_in_body(change: Change, function: &UnitFunction, text: &str) -> bool {
    let body = function.body();
    let brace = |at: u32| text.as_bytes().get(at as usize);
    body.start < change.start
        && change.old_end < body.end
        && brace(body.start) == Some(&b'{')
        && brace(body.end - 1) == Some(&b'}')
}
