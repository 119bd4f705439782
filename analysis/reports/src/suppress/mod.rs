//! Findings that people do not want to see, and said so in the file: `NOLINT` in the words of clang-tidy,
//! `cppcheck-suppress`, and the attribute `suppress` of clang. A comment inside a literal is none.

mod attributes;
mod directives;
mod names;

pub use names::Named;

use csieve_base::{
    rule::Rule,
    text::{Comments, LineIndex, Span, is_word},
};

use crate::finding::Finding;

/// One suppression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppression {
    /// The words that say so.
    pub span: Span,
    /// What it concerns.
    pub named: Named,
    /// The lines it concerns, the first and the last, from 0.
    pub lines: (u32, u32),
    /// The reason that is given, or nothing.
    pub reason: String,
}

impl Suppression {
    fn concerns(&self, rule: Rule, (first, last): (u32, u32)) -> bool {
        self.named.has(rule) && self.lines.0 <= last && first <= self.lines.1
    }
}

/// All suppressions of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suppressions {
    all: Vec<Suppression>,
}

/// Words without which a text has no suppression.
const WORDS: [&str; 3] = ["NOLINT", "cppcheck-suppress", "suppress"];

impl Suppressions {
    /// The suppressions of a text with these lines.
    pub fn of(text: &str, lines: &LineIndex) -> Self {
        if !WORDS.iter().any(|word| text.contains(word)) {
            return Self::default();
        }
        let comments = Comments::of(text);
        let mut all = directives::find(text, lines, &comments);
        all.extend(attributes::find(text, lines, &comments));
        all.sort_by_key(|one| one.span);
        Self { all }
    }

    /// All of them, in order.
    pub fn all(&self) -> &[Suppression] {
        &self.all
    }

    /// Those that concern a finding of a function that starts at `base`: where it is, or where the macro is
    /// defined that it is in. Only a kept finding needs one.
    pub fn of_finding<'a>(
        &'a self,
        finding: &'a Finding,
        base: u32,
        text: &'a str,
        lines: &'a LineIndex,
    ) -> impl Iterator<Item = (usize, &'a Suppression)> {
        let counts = !self.all.is_empty() && !finding.is_refuted();
        let span = finding.span.shifted(base);
        let here = lines_of(span, lines);
        let defined = counts.then(|| defined_at(finding, span, text, lines)).flatten();
        let candidates = if counts { self.all.as_slice() } else { &[] };
        candidates.iter().enumerate().filter(move |(_, one)| {
            one.concerns(finding.rule, here) || defined.is_some_and(|at| one.concerns(finding.rule, at))
        })
    }

    /// Those that name rules which were checked, and that no finding needs; `used` says which ones one needs.
    pub fn unused<'a>(&'a self, used: &[usize], checked: &[Rule]) -> Vec<(&'a Suppression, &'a [Rule])> {
        let mut unused = Vec::new();
        for (at, one) in self.all.iter().enumerate() {
            if let Named::Rules(rules) = &one.named
                && !rules.is_empty()
                && !used.contains(&at)
                && rules.iter().all(|rule| checked.contains(rule))
            {
                unused.push((one, rules.as_slice()));
            }
        }
        unused
    }
}

fn lines_of(span: Span, lines: &LineIndex) -> (u32, u32) {
    let last = span.end.max(span.start + 1) - 1;
    (lines.line_column(span.start).0, lines.line_column(last).0)
}

/// The lines of the macro whose use a finding stands for.
fn defined_at(finding: &Finding, span: Span, text: &str, lines: &LineIndex) -> Option<(u32, u32)> {
    finding.expansion.as_ref()?;
    let used = text.get(span.range())?;
    let name = used.split(|char: char| !is_word(char)).next().filter(|name| !name.is_empty())?;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        let Some(rest) = directive.and_then(|rest| rest.strip_prefix("define")) else { continue };
        let rest = rest.trim_start();
        let is_it = rest.strip_prefix(name).is_some_and(|rest| !rest.starts_with(is_word));
        if is_it {
            let length = definition_length(&text[start..]);
            return Some(lines_of(Span::new(start, start + length), lines));
        }
    }
    None
}

/// A directive with the lines that backslashes join.
fn definition_length(text: &str) -> usize {
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        length += line.len();
        if !line.trim_end_matches(['\n', '\r']).ends_with('\\') {
            break;
        }
    }
    length
}

#[cfg(test)]
mod tests;
