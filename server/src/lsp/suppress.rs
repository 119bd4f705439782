//! Finds the place and the words for a comment that suppresses a finding.

use csieve_analysis::text::Comments;
use tower_lsp::lsp_types::Position;

use super::snapshot::{Entry, Snapshot};

/// A comment to insert at `at`; the user's reason goes between `before` and `after`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Insertion {
    pub at: Position,
    pub before: String,
    pub after: String,
}

/// Returns the suppression comment to insert at the end of the finding's line. If the line ends inside a
/// comment of several lines or a literal, the comment goes on a line above. Returns `None` if a backslash
/// joins the line to the next one.
pub(super) fn insertion(snapshot: &Snapshot, entry: &Entry) -> Option<Insertion> {
    let (text, lines) = (snapshot.source.text(), snapshot.source.lines());
    let rule = entry.finding().id();
    let line = lines.line_column(entry.span().start).0;
    let start = lines.line_start(line)? as usize;
    let rest = &text[start..];
    let content = rest.split('\n').next().unwrap_or(rest).trim_end();
    if content.ends_with('\\') {
        return None;
    }
    let end = start + content.len();
    let position = |offset: usize| snapshot.positions().position(offset as u32);
    let comments = Comments::of(text);
    let last = comments.around(end.saturating_sub(1) as u32).filter(|span| span.end as usize > start);
    Some(match last {
        // If the line ends with a `//` comment, the words of the suppression are appended to that comment.
        Some(span) if span.end as usize <= end && text[span.range()].starts_with("//") => {
            Insertion { at: position(end), before: format!(" NOLINT({rule}): "), after: String::new() }
        }
        Some(span) if span.end as usize > end => {
            let indent = &content[..content.len() - content.trim_start().len()];
            let before = format!("{indent}// NOLINTNEXTLINE({rule}): ");
            Insertion { at: position(start), before, after: "\n".to_owned() }
        }
        _ => Insertion { at: position(end), before: format!(" // NOLINT({rule}): "), after: String::new() },
    })
}

#[cfg(test)]
mod tests {
    use super::insertion;
    use crate::lsp::snapshot::testing::snapshot;

    fn suppressed(text: &str) -> Option<String> {
        let snapshot = snapshot(text, 1, 1);
        let entry = snapshot.entries().next().unwrap();
        let found = insertion(&snapshot, &entry)?;
        let at = snapshot.positions().offset(found.at) as usize;
        Some(format!("{}{}why{}{}", &text[..at], found.before, found.after, &text[at..]))
    }

    #[test]
    fn a_suppression_goes_to_the_end_of_the_line() {
        assert_eq!(
            suppressed("void f(void) {\n  BUG;  \n}\n").unwrap(),
            "void f(void) {\n  BUG; // NOLINT(division-by-zero): why  \n}\n"
        );
        assert_eq!(
            suppressed("void f(void) {\n  BUG; // old\n}\n").unwrap(),
            "void f(void) {\n  BUG; // old NOLINT(division-by-zero): why\n}\n"
        );
        assert_eq!(
            suppressed("void f(void) {\n  BUG; /* a\n b */\n}\n").unwrap(),
            "void f(void) {\n  // NOLINTNEXTLINE(division-by-zero): why\n  BUG; /* a\n b */\n}\n"
        );
        assert_eq!(suppressed("void f(void) {\n  BUG; \\\n}\n"), None);
    }

    #[test]
    fn what_is_inserted_suppresses() {
        let text = suppressed("void f(void) { BUG; }\n").unwrap();
        assert_eq!(snapshot(&text, 1, 1).shown().count(), 0);
    }
}
