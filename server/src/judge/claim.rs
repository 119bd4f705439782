//! Reads out of a result what it claims of which object.

use std::{path::Path, sync::LazyLock};

use csieve_analysis::{
    judge::Claim,
    rule::Rule,
    text::{SourceText, Span},
};
use regex::Regex;

use super::{Stated, rules::Claimed, shown::plain};

/// A function of a file in which a result is.
pub(super) struct Around<'a> {
    /// The path of the file, as the tool gave it.
    pub file: &'a Path,
    /// The text of the file.
    pub source: &'a SourceText,
    /// The span of the function in the file.
    pub function: Span,
}

/// A phrase with the variable that is meant in one of its groups. Tools quote in several ways.
fn phrase(pattern: &str) -> Option<Regex> {
    Regex::new(&pattern.replace('«', "['‘`\"]").replace('»', "['’`\"]")).ok()
}

/// The phrases of messages that name the variable that is misused.
static SUBJECTS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let all = [
        r"\(loaded from variable «([^'’]+)»\)",
        r"dereference of (?:possibly-)?NULL «([^'’]+)»",
        r"use of uninitialized value «([^'’]+)»",
        r"«([^'’]+)» (?:may be|is) used uninitialized",
        r"[Vv]ariable «([^'’]+)» (?:may be|is) uninitialized when used",
        r"[Uu]ninitialized variable: (\w+)",
        r"[Nn]ull pointer dereference: (\w+)",
    ];
    all.iter().filter_map(|pattern| phrase(pattern)).collect()
});

/// The phrase of steps that name a variable without a value.
static DECLARED: LazyLock<Option<Regex>> =
    LazyLock::new(|| phrase("«([^'’]+)» declared without an initial value"));

/// The phrases of steps where an object comes from.
const ORIGINS: &[&str] = &["allocated here", "Memory is allocated", "opened here", "Stream opened here"];

/// Returns what a result claims of the function in which it is.
pub(super) fn claim(stated: &Stated, line: u32, claimed: Claimed, around: &Around) -> Claim {
    let name = plain(&stated.rule);
    let rule = match claimed {
        Claimed::Misuse(rule) => Some(rule),
        Claimed::Reached => None,
    };
    let inside = |index: usize| around.line_inside(stated, index);
    let is_origin = |index: &usize| ORIGINS.iter().any(|text| stated.steps[*index].text.contains(text));
    let indices = 0..stated.steps.len();
    let path = if stated.is_path { indices.clone().filter_map(inside).collect() } else { Vec::new() };
    Claim {
        rule,
        line: around.line(line),
        is_at_brace: around.text(line).trim_start().starts_with('}'),
        is_vague: is_vague(&stated.tool, &name),
        subject: subject(stated, rule),
        origin: indices.filter(is_origin).find_map(inside),
        path,
        is_entered: is_entered(stated, around),
    }
}

/// Returns whether a rule may name another line than that of the misuse: a warning of gcc's optimiser does, while its
/// analyser has paths. Clang names what is read, unless it names the condition that decides on which way nothing is stored.
fn is_vague(tool: &str, rule: &str) -> bool {
    let is_exact = tool.starts_with("clang") && rule != "-Wsometimes-uninitialized";
    rule.starts_with("-W") && !rule.starts_with("-Wanalyzer-") && !is_exact
}

/// Returns the variable or expression that is misused, if the result names it.
fn subject(stated: &Stated, rule: Option<Rule>) -> Option<String> {
    let named = |phrase: &Regex, text: &str| Some(phrase.captures(text)?.get(1)?.as_str().to_owned());
    let in_message = SUBJECTS.iter().find_map(|phrase| named(phrase, &stated.message));
    let in_steps = || {
        let declared = DECLARED.as_ref().filter(|_| rule == Some(Rule::UninitializedRead))?;
        let mut all: Vec<String> =
            stated.steps.iter().filter_map(|step| named(declared, &step.text)).collect();
        all.dedup();
        // Of several variables, it is not said which one is meant.
        all.pop().filter(|_| all.is_empty())
    };
    stated.symbol.clone().or(in_message).or_else(in_steps)
}

/// Returns whether what is claimed may have begun before the function was entered.
fn is_entered(stated: &Stated, around: &Around) -> bool {
    if stated.tool == "cppcheck" {
        // Only its rules that begin so look at several functions together.
        return stated.rule.starts_with("ctu");
    }
    if stated.tool.starts_with("clang") && plain(&stated.rule).starts_with("-W") {
        // Warnings of the compiler itself are about variables of the function, and it looks at no other one.
        return false;
    }
    let depths: Vec<i64> = stated.steps.iter().filter_map(|step| step.depth).collect();
    match (depths.iter().min(), depths.last()) {
        (Some(least), Some(last)) => least < last,
        _ => {
            let mut indices = 0..stated.steps.len();
            stated.steps.is_empty() || indices.any(|index| around.line_inside(stated, index).is_none())
        }
    }
}

impl Around<'_> {
    /// Returns the span of a line of the file, relative to the function. `line` counts from 1.
    fn line(&self, line: u32) -> Span {
        let lines = self.source.lines();
        let start = lines.line_start(line.saturating_sub(1)).unwrap_or_default();
        let end = lines.line_start(line).map_or(self.source.text().len() as u32, |next| next - 1);
        let base = self.function.start;
        Span { start: start.saturating_sub(base), end: end.saturating_sub(base) }
    }

    fn text(&self, line: u32) -> &str {
        let span = self.line(line).shifted(self.function.start);
        self.source.text().get(span.range()).unwrap_or_default()
    }

    /// Returns the line of a step, if it is in the function.
    fn line_inside(&self, stated: &Stated, index: usize) -> Option<Span> {
        let place = &stated.steps[index].place;
        let lines = self.source.lines();
        let first = lines.line_number(self.function.start);
        let last = lines.line_number(self.function.end);
        let is_inside = place.file == self.file && (first..=last).contains(&place.line);
        is_inside.then(|| self.line(place.line))
    }
}
