//! Comments that suppress findings: `NOLINT` and `cppcheck-suppress`.

use csieve_base::text::{Comments, LineIndex, Span, is_word};
use memchr::memmem;

use super::{Named, Suppression};

/// The words of which each suppression has one.
const WORDS: [&str; 2] = ["NOLINT", "cppcheck-suppress"];

/// The part of a file in which a comment suppresses findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    Line,
    NextLine,
    /// The line of the comment if it has code, else the next line with code.
    Code,
    Begin,
    End,
}

/// A comment that suppresses findings: what its text says, before the suppressed lines are computed.
struct Directive<'a> {
    reach: Reach,
    named: Named,
    reason: &'a str,
    span: Span,
}

/// Returns whether a text has a word with which a suppression may begin.
pub(super) fn may_be_in(text: &str) -> bool {
    WORDS.iter().any(|word| memmem::find(text.as_bytes(), word.as_bytes()).is_some())
}

/// Returns all suppressions by comments. After a begin without an end, the suppressed lines go to the end of
/// the text.
pub(super) fn find(text: &str, lines: &LineIndex, comments: &Comments) -> Vec<Suppression> {
    let mut found: Vec<Suppression> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for comment in &comments.comments {
        let Some(directive) = text.get(comment.range()).and_then(|words| understood(words, *comment)) else {
            continue;
        };
        let line = lines.line_column(directive.span.start).0;
        let last = lines.line_column(comment.end).0;
        let lines = match directive.reach {
            Reach::Line => (line, line),
            Reach::NextLine => (last + 1, last + 1),
            Reach::Code => {
                let at = code_line(text, lines, comments, *comment, line);
                (at, at)
            }
            Reach::Begin => {
                open.push(found.len());
                (line, u32::MAX)
            }
            Reach::End => {
                if let Some(at) = open.iter().rposition(|at| found[*at].named == directive.named) {
                    found[open.remove(at)].lines.1 = line;
                }
                continue;
            }
        };
        let reason = directive.reason.to_owned();
        found.push(Suppression {
            span: directive.span,
            named: directive.named,
            lines,
            reason,
            is_for_others: false,
        });
    }
    found
}

fn understood(words: &str, comment: Span) -> Option<Directive<'_>> {
    let clang_tidy = words.find("NOLINT").map(|at| (at, of_clang_tidy(&words[at..])));
    let (at, directive) = match clang_tidy {
        Some(found) => found,
        None => {
            let at = words.find("cppcheck-suppress")?;
            // The directive has to come first in the comment. Else the comment only mentions the directive.
            let is_first = words[..at].chars().all(|c| c == '/' || c == '*' || c == '!' || c.is_whitespace());
            (is_first.then_some(at)?, of_cppcheck(&words[at..]))
        }
    };
    let (reach, named, length) = directive?;
    let rest = &words[at + length..];
    let reason = rest.trim_end_matches("*/").trim().trim_start_matches([':', ';', '-', '/', '*']).trim();
    let start = comment.start + at as u32;
    Some(Directive { reach, named, reason, span: Span { start, end: start + length as u32 } })
}

type Parsed = Option<(Reach, Named, usize)>;

fn of_clang_tidy(words: &str) -> Parsed {
    let kinds = [
        ("NOLINTNEXTLINE", Reach::NextLine),
        ("NOLINTBEGIN", Reach::Begin),
        ("NOLINTEND", Reach::End),
        ("NOLINT", Reach::Line),
    ];
    let (word, reach) = kinds.into_iter().find(|(word, _)| words.starts_with(word))?;
    let rest = &words[word.len()..];
    if rest.starts_with(is_word) {
        return None;
    }
    match list(rest, '(', ')') {
        Some((names, length)) => Some((reach, Named::of_clang_tidy(names), word.len() + length)),
        None => Some((reach, Named::All, word.len())),
    }
}

fn of_cppcheck(words: &str) -> Parsed {
    let kinds = [
        ("cppcheck-suppress-begin", Reach::Begin),
        ("cppcheck-suppress-end", Reach::End),
        ("cppcheck-suppress", Reach::Code),
    ];
    let (word, reach) = kinds.into_iter().find(|(word, _)| words.starts_with(word))?;
    let rest = &words[word.len()..];
    if rest.starts_with('-') {
        return None;
    }
    let inner = rest.trim_start();
    if let Some((names, length)) = list(inner, '[', ']') {
        let length = word.len() + (rest.len() - inner.len()) + length;
        return Some((reach, Named::of_cppcheck(names), length));
    }
    let name = inner.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').next()?;
    let length = word.len() + (rest.len() - inner.len()) + name.len();
    Some((reach, Named::of_cppcheck(name), length))
}

/// Returns the inside of a list such as `(a, b)` at the start of a text, and the length of the list in bytes.
fn list(text: &str, open: char, close: char) -> Option<(&str, usize)> {
    let inner = text.strip_prefix(open)?;
    let end = inner.find(close)?;
    Some((&inner[..end], end + 2))
}

/// Returns the line of the code that a comment belongs to: the line of the comment, or the next line with
/// code.
fn code_line(text: &str, lines: &LineIndex, comments: &Comments, comment: Span, line: u32) -> u32 {
    let start = lines.line_start(line).unwrap_or(0) as usize;
    if !text[start..comment.start as usize].trim().is_empty() {
        return line;
    }
    let mut at = comment.end as usize;
    loop {
        let rest = &text[at..];
        let code = at + (rest.len() - rest.trim_start().len());
        match comments.comments.iter().find(|other| other.start as usize == code) {
            Some(other) => at = other.end as usize,
            None => return lines.line_column(code as u32).0,
        }
    }
}
