//! Edits of a text, and where places are before and after them.

use csieve_base::text::Span;

/// The replacement of a range of a text; an insertion if the range is empty.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// The range that is replaced, in bytes of the text before all edits.
    pub span: Span,
    /// The text that takes its place.
    pub text: String,
}

impl Edit {
    /// Creates the edit that inserts a text at an offset.
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::replace(at..at, text)
    }

    /// Creates the edit that replaces a range.
    pub fn replace(range: std::ops::Range<usize>, text: impl Into<String>) -> Self {
        Self { span: Span::new(range.start, range.end), text: text.into() }
    }

    /// Returns the edit in a text in which `base` bytes come before.
    #[must_use]
    pub fn shifted(&self, base: u32) -> Self {
        Self { span: self.span.shifted(base), text: self.text.clone() }
    }
}

/// Returns a text after edits, which are in ascending order and do not overlap. `None` if they are not, or do
/// not fit the text.
pub fn applied(text: &str, edits: &[Edit]) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for Edit { span, text: replacement } in edits {
        out.push_str(text.get(from..span.start as usize)?);
        out.push_str(replacement);
        from = span.end as usize;
    }
    out.push_str(text.get(from..)?);
    Some(out)
}

/// Returns where a place of the text before the edits is after them. A place that is replaced moves to the
/// start of its replacement, one at an insertion behind what is inserted.
pub fn moved(at: u32, edits: &[Edit]) -> u32 {
    let mut by = 0_i64;
    for Edit { span, text } in edits {
        if span.end <= at {
            by += text.len() as i64 - i64::from(span.end - span.start);
        } else if span.start <= at {
            return (i64::from(span.start) + by) as u32;
        } else {
            break;
        }
    }
    (i64::from(at) + by) as u32
}

/// Returns the edits that do what two steps of edits do: `second` is of the text after `first`. `None` if an
/// edit of the second step reaches over the border of one of the first.
pub fn composed(first: &[Edit], second: &[Edit]) -> Option<Vec<Edit>> {
    let mut all = first.to_vec();
    // The last ones first, so that places within an inserted text stay what they are.
    for edit in second.iter().rev() {
        let Span { start, end } = edit.span;
        let (mut by, mut inside) = (0_i64, None);
        for (at, one) in first.iter().enumerate() {
            let from = (i64::from(one.span.start) + by) as u32;
            let to = from + one.text.len() as u32;
            if from <= start && end <= to {
                inside = Some((at, from));
                break;
            }
            if end <= from {
                break;
            }
            if start < to {
                return None;
            }
            by += one.text.len() as i64 - i64::from(one.span.end - one.span.start);
        }
        match inside {
            Some((at, from)) => {
                let range = (start - from) as usize..(end - from) as usize;
                all[at].text.replace_range(range, &edit.text);
            }
            None => {
                let before = |at: u32| (i64::from(at) - by) as u32;
                let span = Span { start: before(start), end: before(end) };
                all.push(Edit { span, text: edit.text.clone() });
            }
        }
    }
    all.sort();
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::{Edit, applied, composed, moved};

    #[test]
    fn two_steps_become_one() {
        let first = [Edit::insert(1, "<<"), Edit::replace(3..5, "!")];
        let second =
            [Edit::insert(0, "("), Edit::replace(2..2, "|"), Edit::insert(4, "_"), Edit::insert(7, ")")];
        let once = applied("abcdef", &first).unwrap();
        let twice = applied(&once, &second).unwrap();
        assert_eq!(twice, "(a<|<b_c!f)");
        assert_eq!(applied("abcdef", &composed(&first, &second).unwrap()).unwrap(), twice);
        assert_eq!(composed(&first, &[Edit::replace(0..2, "")]), None);
    }

    #[test]
    fn edits_are_applied_in_order() {
        let edits = [Edit::insert(1, "<"), Edit::replace(3..5, "!"), Edit::insert(6, ">")];
        assert_eq!(applied("abcdef", &edits).as_deref(), Some("a<bc!f>"));
        assert_eq!(applied("abc", &edits), None);
        assert_eq!(applied("abcdef", &[Edit::insert(3, ""), Edit::insert(1, "")]), None);
    }

    #[test]
    fn places_move_with_the_text() {
        let edits = [Edit::insert(1, "<<"), Edit::replace(3..5, "!")];
        let all: Vec<u32> = (0..7).map(|at| moved(at, &edits)).collect();
        assert_eq!(all, [0, 3, 4, 5, 5, 6, 7]);
    }
}
