//! The attribute `suppress` of clang on statements: `[[clang::suppress]]`, `__attribute__((suppress))`.

use csieve_base::text::{Comments, LineIndex, Span, is_word};
use memchr::memmem;

use super::{Named, Suppression};

/// The spellings of the attribute without white space: the text before its argument, and the text after it.
const SPELLINGS: [(&str, &str); 4] = [
    ("[[clang::suppress", "]]"),
    ("[[gsl::suppress", "]]"),
    ("__attribute__((suppress", "))"),
    ("__attribute__((__suppress__", "))"),
];

/// The word that all spellings have.
pub(super) const WORD: &str = "suppress";

pub(super) fn find(text: &str, lines: &LineIndex, comments: &Comments) -> Vec<Suppression> {
    let mut found = Vec::new();
    for (start, _) in text.match_indices(WORD) {
        if comments.around(start as u32).is_some() {
            continue;
        }
        let Some((span, reason)) = attribute(text, start) else { continue };
        let end = statement_end(text, comments, span.end as usize);
        let first = lines.line_column(span.start).0;
        let last = lines.line_column(end.saturating_sub(1) as u32).0;
        found.push(Suppression {
            span,
            named: Named::All,
            lines: (first, last),
            reason,
            is_for_others: false,
        });
    }
    found
}

/// Returns whether a text has the beginning of an attribute, or of a comment that looks like one.
pub(super) fn begins_in(text: &str) -> bool {
    let begins = |word| SPELLINGS.iter().any(|(opening, _)| opened(text, word, opening).is_some());
    memmem::find_iter(text.as_bytes(), WORD).any(begins)
}

/// Returns the span of the attribute around the word `suppress` at an offset, and the string argument of the
/// attribute. None if the word is in no such attribute.
fn attribute(text: &str, word: usize) -> Option<(Span, String)> {
    SPELLINGS.iter().find_map(|(opening, closing)| {
        let (start, inner) = opened(text, word, opening)?;
        let end = inner + text[inner..].find(closing)?;
        let given = &text[inner..end];
        let reason = given.split('"').nth(1).unwrap_or_default().to_owned();
        let is_whole = given.trim().is_empty() || given.trim_start().starts_with('(');
        is_whole.then(|| (Span::new(start, end + closing.len()), reason))
    })
}

/// Returns where an attribute with the word `suppress` at an offset starts and where its argument does, if the text before is
/// this opening.
fn opened(text: &str, word: usize, opening: &str) -> Option<(usize, usize)> {
    let rest = opening.rsplit(|char: char| !is_word(char)).next()?;
    let before = &opening[..opening.len() - rest.len()];
    let from = word.checked_sub(rest.len() - rest.trim_start_matches('_').len())?;
    let start = spelled_before(text, from, before)?;
    text[from..].starts_with(rest).then_some((start, from + rest.len()))
}

/// Returns where `wanted` starts if the text before `end` ends with it, white space ignored. None if it does
/// not.
fn spelled_before(text: &str, end: usize, wanted: &str) -> Option<usize> {
    let mut start = end;
    let mut before = text[..end].char_indices().rev().filter(|(_, c)| !c.is_whitespace());
    for c in wanted.chars().rev() {
        let (at, found) = before.next()?;
        if found != c {
            return None;
        }
        start = at;
    }
    Some(start)
}

/// Returns the offset at which the statement that starts at `at` has ended.
fn statement_end(text: &str, comments: &Comments, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut depth = 0_u32;
    while let Some(&byte) = bytes.get(at) {
        if let Some(skipped) = comments.around(at as u32) {
            at = skipped.end as usize;
            continue;
        }
        at += 1;
        match byte {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && !goes_on(&text[at..]) {
                    return at;
                }
            }
            b';' if depth == 0 && !text[at..].trim_start().starts_with("else") => return at,
            _ => {}
        }
    }
    at
}

/// Returns whether a statement continues after a `}`: with `else`, with the `;` of an initialiser, or with
/// the `while` of a `do`.
fn goes_on(rest: &str) -> bool {
    let rest = rest.trim_start();
    ["else", "while", ";", ",", "="].iter().any(|word| rest.starts_with(word))
}
