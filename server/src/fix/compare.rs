//! What is found after an edit, held against what was found before.

use csieve_analysis::{
    finding::Finding,
    fixes::{Edit, moved},
    rule::Rule,
    text::words,
    unit::UnitFunction,
};
use rustc_hash::FxHashMap;

use super::{State, Target};
use crate::{present::Starts, project::AnalysedFile};

/// The rules of what must be released before a function is left.
const LOSSES: [Rule; 3] = [Rule::MemoryLeak, Rule::ResourceLeak, Rule::MissingUnlock];

/// What a finding is known by, before and after an edit: its rule, function, place after the edit, and
/// subject.
type Known<'a> = (Rule, &'a str, u32, &'a str);

/// How much a finding says. What says more than before is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    Doubtful,
    Kept,
}

/// What is found after an edit that makes a finding go away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Nothing that was not there before.
    Better,
    /// Something is lost in the same function now: the first place of such a loss, and what is lost. That may
    /// be the finding itself, which happens in another way now.
    Loses(u32, String),
    /// The finding is still there, or something else is found.
    NoBetter,
}

/// Returns what an edit does for a finding. `edits` are those that lead from the text `before` to the text
/// `after`.
pub(super) fn outcome(before: &State, after: &State, edits: &[Edit], target: Target) -> Outcome {
    let old = weighed(&before.file, |at| moved(at, edits));
    let gone = known(target.finding, moved(target.base + target.finding.span.start, edits));
    let new = weighed(&after.file, |at| at);
    let is_new = |(known, weight): &(&Known, &Weight)| old.get(*known).is_none_or(|before| before < *weight);
    let is_there = new.contains_key(&gone);
    if is_there && !LOSSES.contains(&gone.0) {
        return Outcome::NoBetter;
    }
    let mut first_loss = is_there.then_some((gone.2, gone.3));
    for ((rule, function, at, subject), _) in new.iter().filter(is_new) {
        if !LOSSES.contains(rule) || *function != target.finding.function {
            return Outcome::NoBetter;
        }
        let loss = (*at, *subject);
        first_loss = Some(first_loss.map_or(loss, |first: (u32, &str)| first.min(loss)));
    }
    first_loss.map_or(Outcome::Better, |(at, subject)| Outcome::Loses(at, subject.to_owned()))
}

/// Returns the loss of something at a place of a file.
pub(super) fn loss_at<'a>(file: &'a AnalysedFile, place: u32, subject: &str) -> Option<Target<'a>> {
    let mut all = file.findings().map(|(_, located)| Target { finding: located.finding, base: located.base });
    all.find(|Target { finding, base }| {
        LOSSES.contains(&finding.rule)
            && !finding.is_refuted()
            && base + finding.span.start == place
            && finding.subject == subject
    })
}

/// Returns whether a report alone shows that an edit is no fix: the finding is still there, and is none that
/// may have another way.
pub(super) fn is_still_there(report: &[Finding], base: u32, edits: &[Edit], target: Target) -> bool {
    let gone = known(target.finding, moved(target.base + target.finding.span.start, edits));
    if LOSSES.contains(&gone.0) {
        return false;
    }
    let mut left = report.iter().filter(|finding| !finding.is_refuted() && finding.program().is_none());
    left.any(|finding| known(finding, base + finding.span.start) == gone)
}

fn known(finding: &Finding, at: u32) -> Known<'_> {
    (finding.rule, &finding.function, at, &finding.subject)
}

/// Returns all findings of a file that are not refuted, hidden ones too, with their weight.
fn weighed(file: &AnalysedFile, place: impl Fn(u32) -> u32) -> FxHashMap<Known<'_>, Weight> {
    let mut all: FxHashMap<Known, Weight> = FxHashMap::default();
    for (start, report) in &file.reports {
        for finding in report.findings.iter().filter(|finding| !finding.is_refuted()) {
            let base = match finding.program() {
                None => Some(*start),
                Some(_) => file.start_of(&finding.function),
            };
            let Some(base) = base else { continue };
            let weight = if finding.doubt().is_some() { Weight::Doubtful } else { Weight::Kept };
            let known = known(finding, place(base + finding.span.start));
            let entry = all.entry(known).or_insert(weight);
            *entry = weight.max(*entry);
        }
    }
    all
}

/// Returns whether a function after an edit is C as before: no syntax error is new in it, and it names
/// nothing that is not declared.
pub(super) fn is_sound(before: &State, old: &UnitFunction, after: &State, new: &UnitFunction) -> bool {
    let (units, is_clean) = ([before, after].map(|state| &*state.translated.unit), |one: &UnitFunction| {
        !one.tree.root().has_error()
    });
    let is_same_file = units[0].functions.len() == units[1].functions.len()
        && units[0].functions.iter().zip(&units[1].functions).all(|(a, b)| a.text.name == b.text.name);
    let is_declared = |name: &str| units[1].context.is_function(name);
    let known = old.tree.calls();
    let mut calls = new.tree.calls().iter().filter(|name| !known.contains(name));
    let says = |function: &UnitFunction, name: &str| words(&function.text.text).any(|word| word == name);
    // What is a macro everywhere is gone from the text after preprocessing.
    let mut macros = ["NULL", "false"].into_iter();
    let skipped =
        |state: &State| state.file.reports.iter().filter(|(_, report)| report.skipped.is_some()).count();
    is_same_file
        && (is_clean(new) || !is_clean(old))
        && calls.all(|name| is_declared(name))
        && macros.all(|name| !says(new, name) || says(old, name))
        && skipped(after) <= skipped(before)
}
