//! Finds suppressions that no finding needs.

use csieve_analysis::{
    rule::Rule,
    suppress::{Suppression, Suppressions},
    text::{LineIndex, Span},
};

use super::Located;

/// Returns the suppressions that no finding needs though their rules were checked, each with a sentence.
/// Suppressions in the spans `unknown`, in which nothing was analysed, may be needed and are left out.
pub fn unused<'a>(
    all: &'a Suppressions,
    findings: impl Iterator<Item = Located<'a>>,
    checked: &[Rule],
    unknown: &[Span],
    lines: &LineIndex,
) -> Vec<(&'a Suppression, String)> {
    if all.all().is_empty() {
        return Vec::new();
    }
    let needed = |found: Located<'a>| {
        all.of_finding(found.finding, found.base, found.text, found.lines)
            .map(|(at, _)| at)
            .collect::<Vec<_>>()
    };
    let used: Vec<usize> = findings.flat_map(needed).collect();
    let is_known = |one: &Suppression| {
        unknown.iter().all(|span| {
            let (first, last) = (lines.line_column(span.start).0, lines.line_column(span.end).0);
            one.lines.1 < first || last < one.lines.0
        })
    };
    let unused = all.unused(&used, checked).into_iter().filter(|(one, _)| is_known(one));
    unused.map(|(one, rules)| (one, sentence(rules))).collect()
}

fn sentence(rules: &[Rule]) -> String {
    let names: Vec<String> = rules.iter().map(|rule| format!("`{}`", rule.id())).collect();
    format!("no finding of {} is here, so this suppression is not needed", names.join(", "))
}
