//! Which functions of a document are analysed first: those that somebody asks for, edits or looks at.

use std::sync::{Mutex, MutexGuard, PoisonError};

use csieve_analysis::{syntax::FunctionItem, text::LineIndex};
use tower_lsp::lsp_types::Range;

/// The first and the last line of a place, both from 0 and inclusive.
type Lines = (u32, u32);

/// The most functions that are analysed before all others of a text.
const MOST_FIRST: usize = 40;

/// The places of a document that somebody has to do with. Edits above them move them a little; then the functions there
/// come first a little too late.
#[derive(Debug, Default)]
pub(crate) struct Attention(Mutex<Places>);

#[derive(Debug, Default)]
struct Places {
    asked: Option<Lines>,
    edited: Option<Lines>,
    visible: Vec<Lines>,
}

impl Attention {
    /// Notes the place of a question, which somebody waits for.
    pub(super) fn ask(&self, range: Range) {
        self.places().asked = Some(lines(range));
    }

    /// Notes the place of an edit.
    pub(super) fn edit(&self, range: Range) {
        self.places().edited = Some(lines(range));
    }

    /// Notes what an editor shows of the document.
    pub(super) fn show(&self, ranges: &[Range]) {
        self.places().visible = ranges.iter().copied().map(lines).collect();
    }

    /// Returns the functions at the places, by their indices, the most urgent first.
    pub(super) fn first(&self, functions: &Lined) -> Vec<usize> {
        let mut first: Vec<usize> = Vec::new();
        for place in self.all() {
            first.extend(functions.at(place).filter(|index| !first.contains(index)).collect::<Vec<_>>());
        }
        first.truncate(MOST_FIRST);
        first
    }

    fn all(&self) -> Vec<Lines> {
        let places = self.places();
        places.asked.into_iter().chain(places.edited).chain(places.visible.iter().copied()).collect()
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn lines(range: Range) -> Lines {
    (range.start.line, range.end.line)
}

/// The lines of the functions of a text, in source order.
#[derive(Clone, Debug)]
pub(crate) struct Lined(Vec<Lines>);

impl Lined {
    /// Finds the lines of functions.
    pub(super) fn new(functions: impl Iterator<Item = FunctionItem>, lines: &LineIndex) -> Self {
        let line = |offset: u32| lines.line_column(offset).0;
        Self(functions.map(|item| (line(item.span.start), line(item.span.end))).collect())
    }

    /// Returns the functions that lines touch, by their indices.
    fn at(&self, (first, last): Lines) -> impl Iterator<Item = usize> + '_ {
        let from = self.0.partition_point(|(_, end)| *end < first);
        (from..self.0.len()).take_while(move |index| self.0[*index].0 <= last)
    }
}

/// The functions of a text that are still to be analysed. Threads take one after the other.
pub(crate) struct Queue<'a> {
    functions: &'a Lined,
    attention: &'a Attention,
    left: Mutex<Left>,
}

struct Left {
    /// Whether each function of the text is still to be analysed.
    waits: Vec<bool>,
    /// The number of functions that are left.
    count: usize,
    /// No function before this one is left.
    from: usize,
    /// The functions that somebody had to do with at first, and that have no report yet.
    unseen: Vec<usize>,
}

impl<'a> Queue<'a> {
    /// Creates the queue of some functions of a text, given by their indices.
    pub(super) fn new(
        functions: &'a Lined,
        attention: &'a Attention,
        missing: impl IntoIterator<Item = usize>,
    ) -> Self {
        let mut waits = vec![false; functions.0.len()];
        for index in missing {
            waits[index] = true;
        }
        let count = waits.iter().filter(|waits| **waits).count();
        let unseen = attention.first(functions).into_iter().filter(|index| waits[*index]).collect();
        Self { functions, attention, left: Mutex::new(Left { waits, count, from: 0, unseen }) }
    }

    /// Returns whether all functions that somebody had to do with at first have their reports.
    pub(super) fn is_seen(&self) -> bool {
        self.left().unseen.is_empty()
    }

    /// Notes that a function has its report. Returns whether it was the last one that somebody had to do with at first.
    pub(super) fn has_seen(&self, index: usize) -> bool {
        let unseen = &mut self.left().unseen;
        let before = unseen.len();
        unseen.retain(|other| *other != index);
        unseen.is_empty() && before > 0
    }

    fn left(&self) -> MutexGuard<'_, Left> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next function: one that somebody has to do with now, or else the first of the text. `None` if none is
    /// left.
    pub(super) fn next(&self) -> Option<usize> {
        let mut left = self.left();
        if left.count == 0 {
            return None;
        }
        let urgent = self.attention.first(self.functions).into_iter().find(|index| left.waits[*index]);
        let next = urgent.or_else(|| {
            let rest = left.waits[left.from..].iter().position(|waits| *waits)?;
            left.from += rest;
            Some(left.from)
        })?;
        left.waits[next] = false;
        left.count -= 1;
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::{Position, Range};

    use super::{Attention, Lined, Queue};

    fn range(first: u32, last: u32) -> Range {
        Range::new(Position::new(first, 0), Position::new(last, 0))
    }

    #[test]
    fn what_is_asked_for_comes_before_what_was_edited_and_what_is_visible() {
        let functions = Lined((0..6).map(|at| (at * 10, at * 10 + 5)).collect());
        let attention = Attention::default();
        attention.show(&[range(20, 45)]);
        attention.edit(range(52, 52));
        attention.ask(range(10, 10));
        let queue = Queue::new(&functions, &attention, [0, 1, 2, 4, 5]);
        assert_eq!(queue.next(), Some(1));
        assert_eq!(queue.next(), Some(5));
        // The fourth function is known already.
        assert_eq!(queue.next(), Some(2));
        // Somebody scrolls on.
        attention.show(&[range(0, 3)]);
        assert_eq!(queue.next(), Some(0));
        assert_eq!(queue.next(), Some(4));
        assert_eq!(queue.next(), None);
    }
}
