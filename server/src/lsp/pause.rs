//! How long the analysis waits after a change, because the user may still be typing.

use std::time::Duration;

use tower_lsp::lsp_types::TextDocumentContentChangeEvent as Change;

/// The time from a change in the middle of typing until the text is analysed.
const TYPING: Duration = Duration::from_millis(50);

/// The time without a change after which the next one is analysed at once: whoever typed does so no more, or has just
/// begun, and sees what the first character does.
const REST: Duration = Duration::from_secs(1);

/// Returns the pause after changes that come `since` the ones before; `None` if these are the first ones. There is none
/// after a rest, and none if a statement or a block may be complete.
pub(super) fn pause(changes: &[Change], since: Option<Duration>) -> Duration {
    let is_rested = since.is_none_or(|since| since >= REST);
    if is_rested || changes.iter().any(is_structural) { Duration::ZERO } else { TYPING }
}

/// Returns whether a change inserts more than a character in the middle of a line: the end of a statement, a block or a
/// line, or what was pasted or completed. A client that always sends the whole text does not say.
fn is_structural(change: &Change) -> bool {
    let is_long = || change.text.chars().nth(1).is_some();
    change.range.is_some() && (is_long() || change.text.contains([';', '{', '}', '\n', '\r']))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tower_lsp::lsp_types::{Range, TextDocumentContentChangeEvent as Change};

    use super::{REST, TYPING, pause};

    fn change(text: &str) -> Change {
        Change { range: Some(Range::default()), range_length: None, text: text.to_owned() }
    }

    #[test]
    fn only_who_types_on_is_waited_for() {
        let soon = Some(Duration::from_millis(80));
        for (text, expected) in
            [("x", TYPING), ("", TYPING), (" ", TYPING), (";", Duration::ZERO), ("}", Duration::ZERO)]
        {
            assert_eq!(pause(&[change(text)], soon), expected, "{text:?}");
        }
        assert_eq!(pause(&[change("\n    ")], soon), Duration::ZERO);
        assert_eq!(pause(&[change("free(p)")], soon), Duration::ZERO);
        assert_eq!(pause(&[change("x")], Some(REST)), Duration::ZERO);
        assert_eq!(pause(&[change("x")], None), Duration::ZERO);
        let whole = Change { range: None, ..change("int x;\n") };
        assert_eq!(pause(&[whole], soon), TYPING, "a client without incremental changes may be typing");
    }
}
