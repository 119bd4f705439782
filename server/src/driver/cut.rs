//! Cuts external declarations out of a text that stays as it is written.

use std::{fmt::Write as _, ops::Range};

use csieve_analysis::{
    preprocess::{Preprocessed, SourceId, Token},
    text::{LineIndex, Span},
    translation::{Kept, SlicePart},
};

use super::code::NOT_ENTERED;

/// Returns the place of tokens in the text of the main file, if they can be cut out there: no macro made the
/// first or the last one, and no directive stands between them.
pub(super) fn span(tokens: &[Token], range: &Range<usize>, text: &str) -> Option<Span> {
    let (first, last) = (tokens.get(range.start)?, tokens.get(range.end.checked_sub(1)?)?);
    let is_own = |token: &Token| token.expansion.is_none() && token.spelling.source == SourceId::MAIN;
    if !is_own(first) || !is_own(last) {
        return None;
    }
    let (start, end) = (first.spelling.span.start, last.spelling.span.end);
    let between = text.get(start as usize..end as usize)?;
    let has_directive = between.lines().skip(1).any(is_directive);
    (!has_directive).then_some(Span { start, end })
}

/// Returns the text of a file without what is not kept of it, with `#line` directives.
pub(super) fn as_written(
    (unit, tokens): (&Preprocessed, &[Token]),
    parts: &[SlicePart],
    text: &str,
    name: &str,
) -> String {
    let lines = LineIndex::new(text);
    let mut out = format!("#line 1 \"{name}\"\n");
    let mut at = 0;
    for part in parts {
        let is_own =
            tokens.get(part.tokens.start).is_some_and(|first| unit.place(first).source == SourceId::MAIN);
        let (range, instead) = match part.kept {
            Kept::Header(body) => (body..part.tokens.end, NOT_ENTERED),
            Kept::Nothing if is_own => (part.tokens.clone(), ""),
            _ => continue,
        };
        let Some(span) = span(tokens, &range, text) else { continue };
        let (mut start, end) = (span.start as usize, span.end as usize);
        if instead.is_empty() {
            let before = part.tokens.start.checked_sub(1).and_then(|before| tokens.get(before));
            let before = before.map(|token| unit.place(token)).filter(|place| place.source == SourceId::MAIN);
            let from = before.map_or(0, |place| place.span.end as usize).clamp(at, start);
            start -= remark(&text[from..start]);
        }
        out.push_str(&text[at..start]);
        out.push_str(instead);
        at = end;
        // What follows on the same line stays on a line of its own.
        let rest = text[at..].split('\n').next().unwrap_or_default();
        if rest.trim().is_empty() {
            at = (at + rest.len() + 1).min(text.len());
        }
        if !out.ends_with('\n') {
            out.push('\n');
        }
        at += blank(&text[at..]);
        let _ = writeln!(out, "#line {} \"{name}\"", lines.line_number(at as u32));
    }
    out.push_str(&text[at..]);
    if !out.ends_with('\n') {
        out.push('\n');
    }
    joined(&out)
}

/// Returns the length of the comments at the end of a text that ends where a declaration begins. What stands
/// on a line with another declaration or a directive is no part of them.
fn remark(before: &str) -> usize {
    let after_directive = before.rmatch_indices('\n').find(|(at, _)| {
        let line = before[..*at].rsplit('\n').next().unwrap_or_default();
        is_directive(line) || line.ends_with('\\')
    });
    let start = after_directive.map(|(at, _)| at).or_else(|| before.find('\n'));
    let Some(own) = start.and_then(|start| before.get(start + 1..)) else { return 0 };
    // A comment may have begun on the line before.
    let is_whole = own.matches("/*").count() == own.matches("*/").count();
    if is_whole && own.trim_start().starts_with('/') { own.trim_start().len() } else { 0 }
}

/// Returns the length of the blank lines at the start of a text.
fn blank(text: &str) -> usize {
    let lines = text.split_inclusive('\n').take_while(|line| line.ends_with('\n') && line.trim().is_empty());
    lines.map(str::len).sum()
}

/// Returns a text without the `#line` directives that another one follows.
fn joined(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let is_followed = lines.peek().is_some_and(|next| next.starts_with("#line "));
        if !(is_followed && line.starts_with("#line ")) {
            out.push_str(line);
        }
    }
    out
}

fn is_directive(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('#') || line.starts_with("%:") || line.starts_with("??=")
}
