//! Turns findings into diagnostics.

use std::fmt::Write;

use csieve_analysis::{finding::Step, text::Span};
use serde_json::json;
use tower_lsp::lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, Url,
};

use super::{
    remarks,
    snapshot::{Entry, Snapshot},
    view::line_range,
};
use crate::{
    page_url,
    present::{Cause, Severity, Shared, key_steps::key_steps, numbers, trace},
};

/// The most lines of other places that a message has.
const MOST_LINES: usize = 12;

/// The most statements of a conflict that a diagnostic shows.
const MOST_CLASHES: usize = 5;

/// Returns all diagnostics of a document: findings, preprocessor remarks, unused suppressions, and remarks on
/// the author's assumptions.
pub(super) fn of(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> =
        snapshot.causes().iter().flat_map(|cause| of_cause(snapshot, cause)).collect();
    diagnostics.sort_by_key(|one| (one.range.start, one.range.end));
    diagnostics.extend(remarks::of(snapshot));
    diagnostics.extend(unused(snapshot));
    diagnostics.extend(assumptions(snapshot));
    diagnostics
}

/// Returns the diagnostics of the findings of one cause: one that people read, and hints at the other places.
fn of_cause(snapshot: &Snapshot, cause: &Cause<Entry>) -> Vec<Diagnostic> {
    let mut first = diagnostic(snapshot, &cause.first);
    if cause.shared == Shared::Allocations && first.severity < Some(DiagnosticSeverity::INFORMATION) {
        first.severity = Some(DiagnosticSeverity::INFORMATION);
    }
    if cause.others.is_empty() {
        return vec![first];
    }
    let line = first.range.start.line + 1;
    let more = cause.others.iter().map(|entry| {
        let other = diagnostic(snapshot, entry);
        let message = format!("{} (as on line {line})", other.message);
        Diagnostic { severity: Some(DiagnosticSeverity::HINT), message, ..other }
    });
    let more: Vec<Diagnostic> = more.collect();
    let mut lines: Vec<u32> = more.iter().map(|other| other.range.start.line + 1).collect();
    lines.dedup();
    lines.retain(|other| *other != line);
    if !lines.is_empty() {
        let _ = write!(first.message, "; {} {}", cause.shared.elsewhere(), numbers(&lines, MOST_LINES));
    }
    std::iter::once(first).chain(more).collect()
}

/// Returns the diagnostics of suppressions that no finding needs.
fn unused(snapshot: &Snapshot) -> impl Iterator<Item = Diagnostic> {
    let all = snapshot.unused_suppressions();
    all.into_iter().map(|(suppression, message)| Diagnostic {
        range: snapshot.positions().range(suppression.span),
        severity: Some(DiagnosticSeverity::HINT),
        code: Some(NumberOrString::String("unused-suppression".to_owned())),
        source: Some("csieve".to_owned()),
        message,
        tags: Some(vec![DiagnosticTag::UNNECESSARY]),
        ..Diagnostic::default()
    })
}

/// Returns the diagnostics of the author's assumptions (`// csieve: assume n > 0`) that have no effect.
fn assumptions(snapshot: &Snapshot) -> impl Iterator<Item = Diagnostic> {
    let reports = snapshot.functions.iter().filter_map(|(item, report)| Some((item, report.as_ref()?)));
    let remarks = reports.flat_map(|(item, report)| {
        report.remarks.iter().map(|(span, sentence)| (span.shifted(item.span.start), sentence.clone()))
    });
    remarks.map(|(span, message)| Diagnostic {
        range: snapshot.positions().range(span),
        severity: Some(DiagnosticSeverity::INFORMATION),
        code: Some(NumberOrString::String("assumption".to_owned())),
        source: Some("csieve".to_owned()),
        message,
        ..Diagnostic::default()
    })
}

/// Returns the diagnostic of a finding.
pub(super) fn diagnostic(snapshot: &Snapshot, entry: &Entry) -> Diagnostic {
    let rule = entry.finding().id();
    let steps = related(snapshot, entry);
    let has_places = snapshot.session.related_information;
    let mut message = entry.located.message();
    if !has_places {
        tell(&mut message, &steps);
    }
    Diagnostic {
        range: snapshot.positions().range(entry.span()),
        severity: Some(severity(snapshot, entry)),
        code: Some(NumberOrString::String(rule.to_owned())),
        code_description: Url::parse(&page_url(entry.finding().rule))
            .ok()
            .map(|href| CodeDescription { href }),
        source: Some("csieve".to_owned()),
        message,
        related_information: has_places.then_some(steps),
        tags: None,
        data: Some(json!({ "id": entry.id, "verdict": entry.finding().verdict.kind() })),
    }
}

/// Appends the steps of a path to the message, for clients that cannot show the steps at their places.
fn tell(message: &mut String, steps: &[DiagnosticRelatedInformation]) {
    for step in steps {
        let _ = write!(message, "\n  line {}: {}", step.location.range.start.line + 1, step.message);
    }
}

/// Returns the severity of a finding. What hardly anyone cares about is told as information, like what is doubtful.
pub(super) fn severity(snapshot: &Snapshot, entry: &Entry) -> DiagnosticSeverity {
    match Severity::of(entry.finding()) {
        Severity::Hint => DiagnosticSeverity::HINT,
        Severity::Information => DiagnosticSeverity::INFORMATION,
        _ if snapshot.minor(entry).is_some() => DiagnosticSeverity::INFORMATION,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Error => DiagnosticSeverity::ERROR,
    }
}

/// A place and a text about what happens there.
type Remark = (RemarkPlace, String);

/// The place of a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
enum RemarkPlace {
    /// A span in the document, in bytes.
    Here(Span),
    /// A line in another file, from 1.
    Elsewhere(Url, u32),
}

/// Returns the places related to a finding: its key steps. For a refuted finding, the statements of the
/// first conflict come first.
fn related(snapshot: &Snapshot, entry: &Entry) -> Vec<DiagnosticRelatedInformation> {
    let mut remarks = if entry.is_refuted() { clash(entry) } else { Vec::new() };
    remarks.extend(key_steps(&entry.finding().witness).map(|(_, step)| remark(entry, step)));
    let positions = snapshot.positions();
    let shown = |(place, message): Remark| {
        let location = match place {
            RemarkPlace::Here(span) => Location::new(snapshot.uri.clone(), positions.range(span)),
            RemarkPlace::Elsewhere(uri, line) => Location::new(uri, line_range(line)),
        };
        DiagnosticRelatedInformation { location, message }
    };
    remarks.into_iter().map(shown).collect()
}

/// Returns the statements of a finding's first conflict, each once, with the solutions of their equations.
fn clash(entry: &Entry) -> Vec<Remark> {
    let mut remarks: Vec<Remark> = Vec::new();
    let Some((at, proof)) = entry.located.proof() else { return remarks };
    for equation in &proof.equations {
        let gives = match equation.solution.as_str() {
            "" => String::new(),
            "∅" => " gives no value".to_owned(),
            solution => format!(" gives {solution}"),
        };
        let assumed = if equation.assumed { ", assumed here," } else { "" };
        let place = RemarkPlace::Here(at.span(equation.span));
        let remark = (place, format!("clash: `{}`{assumed}{gives}", equation.text));
        if !remarks.contains(&remark) {
            remarks.push(remark);
        }
    }
    remarks.truncate(MOST_CLASHES);
    remarks
}

/// Returns the place and the text of a step.
fn remark(entry: &Entry, step: &Step) -> Remark {
    let seen = entry.located.place(step);
    let file = seen.file.and_then(|file| Url::from_file_path(file).ok());
    let place = match (file, seen.span) {
        (Some(uri), _) => RemarkPlace::Elsewhere(uri, seen.line),
        (None, Some(span)) => RemarkPlace::Here(span),
        (None, None) => RemarkPlace::Here(entry.span()),
    };
    (place, trace::told(step))
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::DiagnosticSeverity;

    use super::of;
    use crate::{
        lsp::{
            settings::ShowRefuted,
            snapshot::testing::{snapshot, with_settings},
        },
        present::key_steps,
    };

    #[test]
    fn key_steps_are_shown_at_their_places() {
        for (steps, decisive, shown) in [(3, 1, 1), (20, 5, 5), (40, 30, key_steps::MOST), (0, 0, 0)] {
            let snapshot = snapshot("void f(void) { BUG; }", steps, decisive);
            let diagnostics = of(&snapshot);
            let related = diagnostics[0].related_information.as_ref().unwrap();
            assert_eq!(related.len(), shown, "{decisive} decisive of {steps} steps");
            if let Some(last) = related.last() {
                assert_eq!(last.message, format!("step {steps}"));
            }
        }
    }

    #[test]
    fn refuted_findings_are_hints_or_hidden() {
        let snapshot = snapshot("void f(void) { BUG; FINE; }", 3, 1);
        let diagnostics = of(&snapshot);
        assert_eq!(diagnostics[0].severity, Some(DiagnosticSeverity::WARNING));
        assert_eq!(diagnostics[1].severity, Some(DiagnosticSeverity::HINT));
        assert!(
            diagnostics[1].message.starts_with("refuted as spurious, not possible: "),
            "{}",
            diagnostics[1].message
        );
        let hidden = with_settings(snapshot, |settings| settings.show_refuted = ShowRefuted::Off);
        assert_eq!(of(&hidden).len(), 1);
    }
}
