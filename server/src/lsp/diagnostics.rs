//! Turns findings into diagnostics.

use std::fmt::Write;

use csieve_analysis::{
    finding::{Step, VerdictKind},
    text::Span,
};
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
use crate::{DOCS_URL, present::trace};

/// If a path has fewer decisive steps, other steps are shown too, up to this number.
const FEWEST_STEPS: usize = 5;

/// The most steps of a path that a diagnostic shows.
const MOST_STEPS: usize = 12;

/// Returns all diagnostics of a document: findings, preprocessor remarks, unused suppressions, and remarks on
/// the author's assumptions.
pub(super) fn of(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> =
        snapshot.shown().map(|entry| diagnostic(snapshot, &entry)).collect();
    diagnostics.extend(remarks::of(snapshot));
    diagnostics.extend(unused(snapshot));
    diagnostics.extend(assumptions(snapshot));
    diagnostics
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
    let rule = entry.finding().rule.id();
    let steps = related(snapshot, entry);
    let has_places = snapshot.session.related_information;
    let mut message = entry.located.message();
    if !has_places {
        tell(&mut message, &steps);
    }
    Diagnostic {
        range: snapshot.positions().range(entry.span()),
        severity: Some(severity(entry.finding().verdict.kind())),
        code: Some(NumberOrString::String(rule.to_owned())),
        code_description: Url::parse(&format!("{DOCS_URL}/{rule}.md"))
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

fn severity(verdict: VerdictKind) -> DiagnosticSeverity {
    match verdict {
        VerdictKind::Confirmed | VerdictKind::Unrefuted => DiagnosticSeverity::WARNING,
        VerdictKind::Refuted => DiagnosticSeverity::HINT,
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

/// Returns the places related to a finding: its decisive steps. For a refuted finding, the statements of the
/// first conflict come first.
fn related(snapshot: &Snapshot, entry: &Entry) -> Vec<DiagnosticRelatedInformation> {
    let mut remarks = if entry.is_refuted() { clash(entry) } else { Vec::new() };
    let steps = decisive(entry, MOST_STEPS.saturating_sub(remarks.len()));
    remarks.extend(steps);
    let positions = snapshot.positions();
    let remark = |(place, message): Remark| {
        let location = match place {
            RemarkPlace::Here(span) => Location::new(snapshot.uri.clone(), positions.range(span)),
            RemarkPlace::Elsewhere(uri, line) => Location::new(uri, line_range(line)),
        };
        DiagnosticRelatedInformation { location, message }
    };
    remarks.into_iter().map(remark).collect()
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
    remarks.truncate(MOST_STEPS);
    remarks
}

/// Returns the decisive steps of a finding's path in order. If they are few, other steps from the end of the
/// path are added. If there are more than `most`, the first ones are left out.
fn decisive(entry: &Entry, most: usize) -> Vec<Remark> {
    let steps = &entry.finding().witness;
    let decisive = steps.iter().filter(|step| step.decisive).count();
    let mut others = FEWEST_STEPS.saturating_sub(decisive);
    let mut chosen = Vec::new();
    for step in steps.iter().rev() {
        if !step.decisive {
            if others == 0 {
                continue;
            }
            others -= 1;
        }
        if chosen.len() == most {
            break;
        }
        let seen = entry.located.place(step);
        let file = seen.file.and_then(|file| Url::from_file_path(file).ok());
        let place = match (file, seen.span) {
            (Some(uri), _) => RemarkPlace::Elsewhere(uri, seen.line),
            (None, Some(span)) => RemarkPlace::Here(span),
            (None, None) => RemarkPlace::Here(entry.span()),
        };
        chosen.push((place, told(step)));
    }
    chosen.reverse();
    chosen
}

/// Returns the text of a step with the values known after the step: "`x--` (x = 0)".
fn told(step: &Step) -> String {
    let text = trace::text(step).trim_start().to_owned();
    let values = trace::telling_values(step);
    if values.is_empty() { text } else { format!("{text} ({values})") }
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::DiagnosticSeverity;

    use super::{FEWEST_STEPS, MOST_STEPS, of};
    use crate::lsp::{
        settings::ShowRefuted,
        snapshot::testing::{snapshot, with_settings},
    };

    #[test]
    fn decisive_steps_are_five_to_twelve() {
        for (steps, decisive, shown) in
            [(3, 1, 3), (20, 2, FEWEST_STEPS), (20, 7, 7), (40, 30, MOST_STEPS), (0, 0, 0)]
        {
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
