//! Texts for the page.

use std::borrow::Cow;

use maud::{Markup, html};

/// Returns a text in which everything is visible: characters that turn the direction of the text, or that no page can have,
/// are shown by their numbers. A source must not look like another one.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    let is_hidden = |c: char| {
        c.is_control() && !matches!(c, '\t' | '\n')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let shown =
        text.chars().map(|c| if is_hidden(c) { format!("‹U+{:04X}›", c as u32) } else { c.to_string() });
    Cow::Owned(shown.collect())
}

/// Returns a sentence in which what stands between backquotes is code.
pub(super) fn prose(text: &str) -> Markup {
    let text = visible(text);
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// Returns a remark as a sentence: with a capital in front and a full stop.
pub(super) fn sentence(remark: &str) -> String {
    let mut rest = remark.trim_end_matches('.').chars();
    rest.next().into_iter().flat_map(char::to_uppercase).chain(rest).chain(['.']).collect()
}

#[cfg(test)]
mod tests {
    use super::{prose, sentence, visible};

    #[test]
    fn what_would_deceive_is_shown() {
        assert_eq!(visible("a\u{202e}b\r\tc"), "a‹U+202E›b‹U+000D›\tc");
        assert_eq!(sentence("it happens with `p`"), "It happens with `p`.");
        assert_eq!(prose("`a<b` & c").into_string(), "<code>a&lt;b</code> &amp; c");
    }
}
