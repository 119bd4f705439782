//! A finding as other programs take it: a place, a headline, and the details as plain text.

use std::fmt::Write;

use super::{
    outcome::{Found, Outcome, place},
    places::others,
    text,
};
use crate::{
    present::{Cause, Danger, Fingerprints, Located, Severity, slashed},
    project::AnalysedFile,
};

/// A finding with its place in the form that other programs take.
pub(super) struct Told<'a> {
    /// The file.
    pub file: &'a AnalysedFile,
    /// The finding itself.
    pub located: Located<'a>,
    /// The path of the file, with `/` and without `./`.
    pub path: String,
    /// Line and column where it begins, from 1; columns count characters.
    pub start: (u32, u32),
    /// Line and column behind its last character.
    pub end: (u32, u32),
    /// The message, without backquotes.
    pub message: String,
    /// What else the text output says of it, as plain lines; the other places of the cause are in the last one.
    pub details: String,
    /// How loudly it is told.
    pub severity: Severity,
    /// How dangerous the misuse is.
    pub danger: Danger,
    /// What it is known by among the findings of its file.
    pub fingerprint: String,
    /// Whether it makes the check fail.
    pub fails: bool,
}

/// Returns the findings that are shown, in order.
pub(super) fn all(outcome: &Outcome) -> impl Iterator<Item = Told<'_>> {
    let mut fingerprints = Fingerprints::default();
    outcome.findings().map(move |found| {
        let fingerprint = fingerprints.of(found.0, &found.1);
        told(outcome, found, fingerprint)
    })
}

/// Returns the causes of what is shown, each with the finding that is told.
pub(super) fn causes(outcome: &Outcome) -> Vec<(Told<'_>, Cause<Found<'_>>)> {
    let mut fingerprints = Fingerprints::default();
    let mut all = Vec::new();
    for cause in outcome.causes() {
        let (file, located) = cause.first;
        let mut told = told(outcome, cause.first, fingerprints.of(file, &located));
        if let Some(others) = others(&cause) {
            let _ = writeln!(told.details, "   {others}");
        }
        all.push((told, cause));
    }
    all
}

fn told<'a>(outcome: &Outcome, (file, located): Found<'a>, fingerprint: String) -> Told<'a> {
    let span = located.span(located.finding.span);
    Told {
        file,
        path: slashed(&file.path),
        start: located.line_column(span.start),
        end: located.line_column(span.end),
        message: located.message().replace('`', ""),
        details: text::details(&located, &place(file, &located)),
        severity: Severity::of(located.finding),
        danger: Danger::of(located.finding.rule),
        fingerprint,
        fails: outcome.fails(file, &located),
        located,
    }
}
