//! The suppressions of a text after an edit that leaves them as they are: finding them anew takes a look at the whole text.

use csieve_base::text::{Change, SourceText, Span};

use super::{EVERYWHERE, Suppression, Suppressions, attributes, directives};

/// How many bytes beside an edit may make another comment or literal of what is edited.
const BESIDE: usize = 4;

/// The most bytes, white space not counted, that an attribute has before the word in it.
const ATTRIBUTE: usize = 32;

/// The characters that may begin or end comments and literals.
const QUOTES: [char; 4] = ['/', '"', '\'', '\\'];

impl Suppressions {
    /// Returns the suppressions of the text `new`, which is `old`, the text of these suppressions, after a change.
    #[must_use]
    pub fn after(&self, old: &SourceText, new: &SourceText, change: Change) -> Self {
        self.edited(old, new, change).unwrap_or_else(|| Self::of(new.text(), new.lines()))
    }

    /// Returns these suppressions after a change. `None` if the change may concern them, so that they have to be found anew.
    pub(super) fn edited(&self, old: &SourceText, new: &SourceText, change: Change) -> Option<Self> {
        let before = Edited::new(old, Span { start: change.start, end: change.old_end });
        let after = Edited::new(new, Span { start: change.start, end: change.new_end });
        let breaks = before.has_break() || after.has_break();
        if !before.is_plain(breaks) || !after.is_plain(breaks) {
            return None;
        }
        let (first, last) = before.numbers();
        let meets = |lines: (u32, u32)| lines.0 <= last && first <= lines.1;
        let line = |offset: u32| old.lines().line_column(offset).0;
        let is_met = |one: &Suppression| {
            let at = line(one.span.start);
            meets((at, at)) || !one.is_for_others && meets((at.min(one.lines.0), one.lines.1))
        };
        let is_delicate = |span: &Span| *span == EVERYWHERE || meets((line(span.start), line(span.end)));
        if self.all.iter().any(is_met) || self.delicate.iter().any(is_delicate) {
            return None;
        }
        let more = i64::from(new.lines().line_count()) - i64::from(old.lines().line_count());
        let moved = |span: Span| {
            let place =
                |offset: u32| if offset < change.old_end { offset } else { shifted(offset, change.by()) };
            Span { start: place(span.start), end: place(span.end) }
        };
        let number = |line: u32| if line == u32::MAX || line <= last { line } else { shifted(line, more) };
        let all = self.all.iter().map(|one| Suppression {
            span: moved(one.span),
            lines: (number(one.lines.0), number(one.lines.1)),
            ..one.clone()
        });
        Some(Self { all: all.collect(), delicate: self.delicate.iter().copied().map(moved).collect() })
    }
}

/// A stretch of a text that an edit replaces or brings, and the lines that it touches.
struct Edited<'t> {
    source: &'t SourceText,
    stretch: Span,
    /// The touched lines as a span of the text.
    lines: Span,
}

impl<'t> Edited<'t> {
    fn new(source: &'t SourceText, stretch: Span) -> Self {
        let (length, lines) = (source.text().len() as u32, source.lines());
        let first = lines.line_column(stretch.start).0;
        let behind = lines.line_start(lines.line_column(stretch.end).0 + 1).unwrap_or(length);
        let lines = Span { start: lines.line_start(first).unwrap_or(0), end: behind };
        Self { source, stretch, lines }
    }

    fn text(&self) -> &'t str {
        &self.source.text()[self.lines.range()]
    }

    /// Returns the first and the last touched line, from 0.
    fn numbers(&self) -> (u32, u32) {
        let line = |offset: u32| self.source.lines().line_column(offset).0;
        (line(self.stretch.start), line(self.stretch.end))
    }

    fn has_break(&self) -> bool {
        self.source.text().as_bytes()[self.stretch.range()].contains(&b'\n')
    }

    /// Returns whether the touched lines neither have a part of a suppression, nor anything that decides where comments and
    /// literals are. `breaks` says whether lines become others.
    fn is_plain(&self, breaks: bool) -> bool {
        let (text, all) = (self.text(), self.source.text());
        let is_directive = text.lines().any(|line| line.trim_start().starts_with('#'));
        if is_directive || text.contains('\\') || directives::may_be_in(text) || self.is_in_attribute() {
            return false;
        }
        if breaks {
            let before = all[..self.lines.start as usize].trim_end_matches(['\n', '\r']);
            return !text.contains(QUOTES) && !before.ends_with('\\');
        }
        let quotes = |byte: &u8| QUOTES.contains(&char::from(*byte));
        let from = (self.stretch.start as usize).saturating_sub(BESIDE).max(self.lines.start as usize);
        let to = (self.stretch.end as usize + BESIDE).min(self.lines.end as usize);
        !all.as_bytes()[from..to].iter().any(quotes)
    }

    /// Returns whether the word of an attribute follows so soon that the touched lines may have the text before it.
    fn is_in_attribute(&self) -> bool {
        let rest = &self.source.text()[self.lines.start as usize..];
        let inside = self.text().len();
        let mut behind = rest.char_indices().filter(|(at, c)| *at >= inside && !c.is_whitespace());
        let end = behind.nth(ATTRIBUTE + attributes::WORD.len()).map_or(rest.len(), |(at, _)| at);
        rest[..end].contains(attributes::WORD)
    }
}

fn shifted(value: u32, by: i64) -> u32 {
    (i64::from(value) + by) as u32
}
