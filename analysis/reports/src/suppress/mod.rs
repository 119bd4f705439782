//! Suppressions in the text of a file: `NOLINT` as in clang-tidy, `cppcheck-suppress`, clang's attribute
//! `suppress`, and warnings of compilers that a pragma turns off. A comment inside a string or character literal does not count.

mod attributes;
mod directives;
mod edited;
mod names;
mod pragmas;

pub use names::Named;

use memchr::memmem;

use csieve_base::{
    rule::Rule,
    text::{Comments, LineIndex, Span, is_word},
};

use crate::finding::Finding;

/// A comment or attribute that suppresses findings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppression {
    /// The place of the comment or attribute.
    pub span: Span,
    /// The rules that are suppressed.
    pub named: Named,
    /// The first and the last line on which findings are suppressed, both inclusive, counted from 0.
    pub lines: (u32, u32),
    /// The reason as given in the text. Empty if there is none.
    pub reason: String,
    /// Whether the text speaks to compilers, so that it may be needed although no finding needs it.
    pub is_for_others: bool,
}

impl Suppression {
    fn concerns(&self, finding: &Finding, (first, last): (u32, u32)) -> bool {
        self.named.has(finding) && self.lines.0 <= last && first <= self.lines.1
    }
}

/// All suppressions of a file, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suppressions {
    all: Vec<Suppression>,
    /// The places at which an edit may change more than the place itself: comments that suppress or may come to suppress
    /// something, and the whole text if it has the beginning of an attribute.
    delicate: Vec<Span>,
}

impl Suppressions {
    /// Finds the suppressions of a text. `lines` is the index of its lines.
    pub fn of(text: &str, lines: &LineIndex) -> Self {
        if !may_suppress(text) {
            return Self::default();
        }
        let comments = Comments::of(text);
        let mut all = directives::find(text, lines, &comments);
        all.extend(attributes::find(text, lines, &comments));
        all.extend(pragmas::find(text, lines, &comments));
        all.sort_by_key(|one| one.span);
        let words = |comment: &&Span| text.get(comment.range()).is_some_and(directives::may_be_in);
        let mut delicate: Vec<Span> = comments.comments.iter().filter(words).copied().collect();
        if attributes::begins_in(text) {
            delicate.push(EVERYWHERE);
        }
        Self { all, delicate }
    }

    /// Returns all suppressions in order.
    pub fn all(&self) -> &[Suppression] {
        &self.all
    }

    /// Returns the suppressions that concern a finding in a function that starts at the offset `base`, with
    /// their indices in [`Self::all()`]. They stand at the finding, or at the definition of the macro from
    /// which the finding comes. A refuted finding has none.
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
            one.concerns(finding, here) || defined.is_some_and(|at| one.concerns(finding, at))
        })
    }

    /// Returns the suppressions that no finding needs, with their rules. Only suppressions whose rules are
    /// all in `checked` count. `used` has the indices of the suppressions that a finding needs.
    pub fn unused<'a>(&'a self, used: &[usize], checked: &[Rule]) -> Vec<(&'a Suppression, &'a [Rule])> {
        let mut unused = Vec::new();
        for (at, one) in self.all.iter().enumerate() {
            if let Named::Rules(rules, others) = &one.named
                && !rules.is_empty()
                && others.is_empty()
                && !one.is_for_others
                && !used.contains(&at)
                && rules.iter().all(|rule| checked.contains(rule))
            {
                unused.push((one, rules.as_slice()));
            }
        }
        unused
    }
}

/// Returns whether a text may have suppressions. Most have none, and then its comments need not be found, which would take
/// far longer after each edit of a long file.
fn may_suppress(text: &str) -> bool {
    directives::may_be_in(text)
        || attributes::begins_in(text)
        || memmem::find_iter(text.as_bytes(), "diagnostic").any(|at| pragmas::is_at(text, at))
}

/// The place of what concerns all of a text.
const EVERYWHERE: Span = Span { start: 0, end: u32::MAX };

fn lines_of(span: Span, lines: &LineIndex) -> (u32, u32) {
    let last = span.end.max(span.start + 1) - 1;
    (lines.line_column(span.start).0, lines.line_column(last).0)
}

/// Returns the first and the last line of the macro definition from which a finding comes, counted from 0.
/// None if the finding comes from no macro of this file.
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

/// Returns the length in bytes of the preprocessor directive at the start of a text, lines that are continued
/// with a backslash included.
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
