//! The parts of a text that could not be read as a whole, cut into pieces that are read alone.
//!
//! An error spoils more than its function: after an open brace, everything is inside. But nearly all
//! functions end at a brace that begins a line, and have no other such brace. So a text is cut there.

use csieve_analysis::text::Span;
use memchr::{memchr, memmem};

/// What ends a function: a brace that begins a line.
const END: &[u8] = b"\n}";

/// Returns whether a function seems to end before the end of a text.
pub(super) fn ends_inside(text: &str) -> bool {
    memmem::find(text.as_bytes(), END).is_some_and(|at| at + END.len() < text.len())
}

/// Returns whether an error may have taken in the start or the end of a function, and is not only a strange
/// word.
pub(super) fn spoils(error: &str) -> bool {
    error.contains(['{', '}', '\n'])
}

/// Returns whether a part of a text lies in one of the stretches.
pub(super) fn is_in(stretches: &[Span], part: Span) -> bool {
    let after = stretches.partition_point(|stretch| stretch.start <= part.start);
    after.checked_sub(1).is_some_and(|at| stretches[at].contains(part))
}

/// Returns the stretches of a text in which broken parts are: from the end of the function before each to the
/// end of the one after it. They are in order and do not touch.
pub(super) fn stretches(text: &str, broken: &[Span]) -> Vec<Span> {
    let mut all: Vec<Span> = broken.iter().map(|part| stretch(text, *part)).collect();
    all.sort_unstable();
    all.dedup_by(|next, last| {
        let touches = next.start <= last.end;
        if touches {
            last.end = last.end.max(next.end);
        }
        touches
    });
    all
}

fn stretch(text: &str, part: Span) -> Span {
    let before = &text.as_bytes()[..part.start as usize];
    let start = memmem::rfind(before, END).map_or(0, |at| line_end(text, at + END.len()));
    // The part may itself end with such a brace.
    let from = (part.end as usize).saturating_sub(END.len()).max(part.start as usize);
    let end = memmem::find(&text.as_bytes()[from..], END)
        .map_or(text.len(), |at| line_end(text, from + at + END.len()));
    Span::new(start.min(part.start as usize), end)
}

/// Returns the pieces of a stretch, each with the line of its brace.
pub(super) fn pieces(text: &str, stretch: Span) -> Vec<Span> {
    let (mut start, end) = (stretch.start as usize, stretch.end as usize);
    let mut pieces = Vec::new();
    while start < end {
        let cut = memmem::find(&text.as_bytes()[start..end], END);
        let cut = cut.map_or(end, |at| line_end(text, start + at + END.len()).min(end));
        pieces.push(Span::new(start, cut));
        start = cut;
    }
    pieces
}

/// Returns the offset of the end of a line, before its line break.
fn line_end(text: &str, from: usize) -> usize {
    memchr(b'\n', &text.as_bytes()[from..]).map_or(text.len(), |at| from + at)
}

#[cfg(test)]
mod tests {
    use csieve_analysis::text::Span;

    use super::{ends_inside, is_in, pieces, stretches};

    #[test]
    fn a_broken_text_is_cut_where_functions_end() {
        let text = "f()\n{\n}\ng()\n{\n(\n}\nstruct {\n} h;\nk()\n{\n}";
        let at = text.find("(\n").expect("it is there");
        let [stretch] = stretches(text, &[Span::new(at, at + 1)])[..] else { panic!("there is one") };
        assert_eq!(&text[stretch.range()], "\ng()\n{\n(\n}");
        let all = pieces(text, Span::new(0, text.len()));
        let all: Vec<&str> = all.iter().map(|piece| &text[piece.range()]).collect();
        assert_eq!(all, ["f()\n{\n}", "\ng()\n{\n(\n}", "\nstruct {\n} h;", "\nk()\n{\n}"]);
        assert!(ends_inside("f()\n{\n}\n}") && !ends_inside("f()\n{\n}"));
    }

    #[test]
    fn broken_parts_near_each_other_are_one_stretch() {
        let text = "a\n}\nb\n}\nc\n}\n";
        let found = stretches(text, &[Span::new(8, 9), Span::new(0, 1), Span::new(4, 5)]);
        assert_eq!(found, [Span::new(0, 11)]);
        assert!(is_in(&found, Span::new(10, 11)) && !is_in(&found, Span::new(11, 12)));
        assert_eq!(stretches("", &[Span::new(0, 0)]), [Span::new(0, 0)]);
    }
}
