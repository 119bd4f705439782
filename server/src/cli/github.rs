//! The output as workflow commands of GitHub, which shows them as annotations of the changed lines.

use std::{cmp::Reverse, fmt::Write};

use super::{outcome::Outcome, told};
use crate::present::{Severity, rank::rank};

/// Renders all causes, a command each. GitHub shows ten errors and ten warnings of a step, so what is most worth a look
/// comes first.
pub(super) fn render(outcome: &Outcome) -> String {
    let mut out = String::new();
    let mut found = told::causes(outcome);
    found.sort_by_key(|(one, cause)| Reverse(cause.rank(rank(&one.located, &one.file.path))));
    for (one, _) in found {
        let command = match one.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Information | Severity::Hint => "notice",
        };
        let ((line, column), (end_line, end_column)) = (one.start, one.end);
        let _ = write!(out, "::{command} file={},line={line},endLine={end_line}", property(&one.path));
        // Columns count only for a place within one line, and the last one belongs to it.
        if line == end_line {
            let _ = write!(out, ",col={column},endColumn={}", column.max(end_column.saturating_sub(1)));
        }
        let rule = one.located.finding.id();
        let text = format!("{}\n{}", one.message, one.details);
        let _ = writeln!(out, ",title={}::{}", property(&format!("csieve: {rule}")), data(text.trim_end()));
    }
    out
}

/// Escapes the text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{data, property};

    #[test]
    fn what_would_end_a_command_is_escaped() {
        assert_eq!(data("100%\nx::y"), "100%25%0Ax::y");
        assert_eq!(property("a,b:c\r"), "a%2Cb%3Ac%0D");
    }
}
