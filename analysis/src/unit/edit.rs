//! An edit inside the body of one function: that function alone is preprocessed, translated and parsed again. The
//! result is what a new version of the whole file would be.

use std::sync::Arc;

use super::{UnitFunction, Version};
use crate::{
    preprocess::{Headers, Name, Note, PreprocessOptions, SourceId, Trail},
    text::Span,
    translation::{Declared, Translation, function_alone},
};

/// What a version keeps of its file.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    text: Arc<str>,
    trail: Trail,
    declared: Arc<Declared>,
    /// The names that the declarations use and headers declare, ascending.
    needs: Arc<[Name]>,
    options: Arc<PreprocessOptions>,
}

/// The difference between two texts, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    /// Where it starts in both.
    start: usize,
    /// Where it ends in the old one.
    old_end: usize,
    /// How much longer the new one is.
    by: i64,
}

impl Kept {
    pub fn new(text: Arc<str>, trail: Trail, translation: &Translation, options: &PreprocessOptions) -> Self {
        Self {
            text,
            trail,
            declared: Arc::clone(&translation.declared),
            needs: translation.needs.as_slice().into(),
            options: Arc::new(options.clone()),
        }
    }
}

impl Version {
    /// The version after an edit that concerns nothing but the body of one function; nothing for any other edit.
    /// Headers must be the same.
    #[must_use]
    pub fn edited(
        &self,
        text: &Arc<str>,
        headers: &dyn Headers,
        options: &PreprocessOptions,
    ) -> Option<Self> {
        let (kept, first_headers) = (self.kept.as_ref()?, self.first_headers.as_ref()?);
        let change = Change::between(&kept.text, text)?;
        let at = self.unit.functions.iter().position(|function| change.is_in_body(function, &kept.text))?;
        let old = self.unit.functions[at].span();
        if *kept.options != *options || !self.is_alone(old) {
            return None;
        }
        let mut functions = self.unit.functions.clone();
        let before = Again { version: self, kept, text: &kept.text, headers };
        // An invocation may begin in the function and end behind it.
        if before.function(&functions[at], 0, 0)?.0.text != functions[at].text {
            return None;
        }
        let again = Again { version: self, kept, text, headers };
        let (function, counted_in_it) = again.function(&functions[at], 0, change.by)?;
        functions[at] = function;
        for later in functions.iter_mut().filter(|function| function.start >= old.end) {
            later.start = shifted(later.start, change.by);
        }
        if lines(&kept.text) != lines(text) {
            let counted: Vec<u32> = kept.trail.lines_counted_from(old.end).collect();
            again.relined(&mut functions, &counted, change.by)?;
        }
        let mut trail = kept.trail.clone();
        trail.shift(old, change.by, &counted_in_it);
        let unit = Arc::new(self.unit.with_functions(functions, |used| {
            let tokens = first_headers.prefix.tokens();
            first_headers.declarations.text(tokens, trail.names(), used.chain(kept.needs.iter().copied()))
        }));
        let kept = Some(Kept { text: Arc::clone(text), trail, ..kept.clone() });
        let mut next = Self { unit, kept, ..self.clone() };
        next.move_places(old.end, change.by);
        Some(next)
    }

    /// Moves the notes, the lines left out and the includes behind a place.
    fn move_places(&mut self, behind: u32, by: i64) {
        let mut sources = self.sources.to_vec();
        let places = self.notes.iter_mut().map(|note| &mut note.place);
        let places = places.chain(sources.iter_mut().filter_map(|source| source.included_at.as_mut()));
        let in_file = places.filter(|place| place.source == SourceId::MAIN);
        for span in in_file.map(|place| &mut place.span).chain(&mut self.inactive) {
            if span.start >= behind {
                *span = Span { start: shifted(span.start, by), end: shifted(span.end, by) };
            }
        }
        self.sources = sources.into();
    }

    /// Whether nothing but one function is in a range of the file: no change of a macro, no note, nothing left out.
    fn is_alone(&self, range: Span) -> bool {
        let Some(kept) = &self.kept else { return false };
        let meets = |span: Span| span.start < range.end && range.start < span.end;
        let noted = |note: &Note| note.place.source == SourceId::MAIN && meets(note.place.span);
        !kept.trail.changes_between(range.start, range.end)
            && !self.notes.iter().any(noted)
            && !self.inactive.iter().any(|span| meets(*span))
            && self.unit.functions.iter().filter(|function| meets(function.span())).count() == 1
    }
}

/// Functions of the new text.
struct Again<'a> {
    version: &'a Version,
    kept: &'a Kept,
    text: &'a str,
    headers: &'a dyn Headers,
}

impl Again<'_> {
    /// A function that starts `by` bytes later and is `longer` than it was, and where it counts lines.
    fn function(&self, old: &UnitFunction, by: i64, longer: i64) -> Option<(UnitFunction, Vec<u32>)> {
        let Kept { trail, declared, options, .. } = self.kept;
        let start = shifted(old.start, by);
        let part = self.text.get(start as usize..shifted(old.span().end, by + longer) as usize)?;
        let first_line = 1 + lines(self.text.get(..start as usize)?) as u32;
        let part = trail.preprocess(part, old.start, first_line, self.headers, options).ok()?;
        let mut function = function_alone(&part, declared)?;
        let is_same = function.start == 0
            && function.text.name == old.text.name
            && function.text.body.start == old.text.body.start
            && i64::from(function.text.length) == i64::from(old.text.length) + longer;
        function.start = start;
        let lines = part.lines_counted().map(|position| position + start).collect();
        let known = |text: &str| (text == old.text.text).then(|| Arc::clone(&old.tree));
        is_same.then(|| (UnitFunction::new(function, known), lines))
    }

    /// Functions behind the edit, moved already, that know their lines.
    fn relined(&self, functions: &mut [UnitFunction], counted: &[u32], by: i64) -> Option<()> {
        let mut last = None;
        for &position in counted {
            let position = shifted(position, by);
            let holds =
                |function: &UnitFunction| function.start <= position && position < function.span().end;
            let at = functions.iter().position(holds)?;
            if last.replace(at) != Some(at) {
                let old = UnitFunction { start: shifted(functions[at].start, -by), ..functions[at].clone() };
                if !self.version.is_alone(old.span()) {
                    return None;
                }
                let before = Again { text: &self.kept.text, ..*self };
                if before.function(&old, 0, 0)?.0.text != old.text {
                    return None;
                }
                functions[at] = self.function(&old, by, 0)?.0;
            }
        }
        Some(())
    }
}

/// How many lines end in a text.
fn lines(text: &str) -> usize {
    text.matches('\n').count()
}

fn shifted(position: u32, by: i64) -> u32 {
    (i64::from(position) + by) as u32
}

impl Change {
    /// The difference between two texts; nothing if they are equal.
    fn between(old: &str, new: &str) -> Option<Self> {
        let (old, new) = (old.as_bytes(), new.as_bytes());
        let start = old.iter().zip(new).position(|(old, new)| old != new);
        let start = start.or_else(|| (old.len() != new.len()).then(|| old.len().min(new.len())))?;
        let ends = old[start..].iter().rev().zip(new[start..].iter().rev());
        let same = ends.take_while(|(old, new)| old == new).count();
        let by = new.len() as i64 - old.len() as i64;
        Some(Self { start, old_end: old.len() - same, by })
    }

    /// Whether it is between the braces of a function.
    fn is_in_body(self, function: &UnitFunction, text: &str) -> bool {
        let body = function.body().range();
        let brace = |at: usize| text.as_bytes().get(at);
        body.start < self.start
            && self.old_end < body.end
            && brace(body.start) == Some(&b'{')
            && brace(body.end - 1) == Some(&b'}')
    }
}
