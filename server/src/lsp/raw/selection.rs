//! The parts of a text around a place, for selections that grow.

use csieve_analysis::text::Span;

use super::{RawText, span};

/// The most parts around a place. Beyond them only the whole text is left.
const MOST: usize = 100;

/// Returns the parts of a text around a byte, the smallest first; each contains the one before and is larger.
/// The last is the whole text.
pub(crate) fn around(raw: &RawText, offset: u32) -> Vec<Span> {
    let text = raw.source.text();
    let at = at_word(text, offset as usize);
    let mut spans = vec![Span::new(0, text.len())];
    let mut cursor = raw.tree.walk();
    loop {
        let part = span(cursor.node());
        let contains = part.start as usize <= at && part.end >= offset && part.end as usize <= text.len();
        if !contains {
            break;
        }
        if spans.last() != Some(&part) && part.start < part.end {
            spans.push(part);
        }
        if cursor.goto_first_child_for_byte(at).is_none() {
            break;
        }
    }
    spans.reverse();
    if spans.len() > MOST {
        spans.drain(MOST - 1..spans.len() - 1);
    }
    spans
}

/// Returns the byte whose node is meant: at the end of a word, its last byte.
fn at_word(text: &str, offset: usize) -> usize {
    let is_part = |character: Option<char>| character.is_some_and(|one| one.is_alphanumeric() || one == '_');
    let before = text[..offset].chars().next_back();
    match before.filter(|_| is_part(before) && !is_part(text[offset..].chars().next())) {
        Some(last) => offset - last.len_utf8(),
        None => offset,
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, around};
    use crate::lsp::raw::testing::raw;

    fn parts<'t>(text: &'t str, at: &str) -> Vec<&'t str> {
        let offset = text.find(at).expect("it is in the text") as u32;
        around(&raw(text), offset).into_iter().map(|span| &text[span.range()]).collect()
    }

    #[test]
    fn a_selection_grows_by_the_parts_of_the_text() {
        let text = "int f(int a)\n{\n    return g(a + 1, 2);\n}\n";
        let expected = [
            "a",
            "a + 1",
            "(a + 1, 2)",
            "g(a + 1, 2)",
            "return g(a + 1, 2);",
            "{\n    return g(a + 1, 2);\n}",
            &text[..text.len() - 1],
            text,
        ];
        assert_eq!(parts(text, "a + 1"), expected);
        // Behind the last letter of a word, the word is meant.
        assert_eq!(parts(text, " + 1"), expected);
    }

    #[test]
    fn deep_nesting_has_bounded_selections() {
        let text = format!("int a = {}1{};", "(".repeat(5000), ")".repeat(5000));
        let found = parts(&text, "1");
        assert_eq!((found.len(), found[0], found[MOST - 1]), (MOST, "1", text.as_str()));
        assert_eq!(parts("", ""), [""]);
        around(&raw("é"), 2);
    }
}
