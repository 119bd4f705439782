//! Remarks of the preprocessor as diagnostics: one diagnostic per line, however many remarks the line has.

use std::fmt::Write;

use csieve_analysis::{preprocess::NoteKind, text::Span};
use indexmap::IndexMap;
use tower_lsp::lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range,
    Url,
};

use super::snapshot::Snapshot;
use crate::project::Remark;

/// The most places in headers that one diagnostic names.
const MOST_PLACES: usize = 12;

/// Returns the diagnostics of the preprocessor's remarks about a document, by line. A remark about a header
/// is placed at the `#include`.
pub(super) fn of(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let positions = snapshot.positions();
    let mut lines: IndexMap<u32, (Span, Vec<&Remark>)> = IndexMap::new();
    for remark in snapshot.reading.remarks.iter().filter(|remark| concerns(remark)) {
        let Some(span) = remark.seen_at else { continue };
        let line = positions.position(span.start).line;
        lines.entry(line).or_insert_with(|| (span, Vec::new())).1.push(remark);
    }
    lines.values().map(|(span, remarks)| diagnostic(positions.range(*span), remarks)).collect()
}

/// Returns whether a remark is shown. A remark about a header is shown only if it says that some code was not
/// read.
fn concerns(remark: &Remark) -> bool {
    let leaves_out = [NoteKind::MissingHeader, NoteKind::ErrorDirective, NoteKind::Limit];
    remark.header.is_none() || leaves_out.contains(&remark.kind)
}

fn diagnostic(range: Range, remarks: &[&Remark]) -> Diagnostic {
    let code = if remarks.iter().any(|remark| remark.is_missing()) {
        "missing-header"
    } else if remarks.iter().all(|remark| remark.is_syntax()) {
        "syntax-error"
    } else {
        "preprocessor"
    };
    let places: Vec<_> = remarks.iter().filter_map(|remark| place(remark)).take(MOST_PLACES).collect();
    Diagnostic {
        range,
        severity: Some(DiagnosticSeverity::INFORMATION),
        code: Some(NumberOrString::String(code.to_owned())),
        source: Some("csieve".to_owned()),
        message: message(remarks),
        related_information: (!places.is_empty()).then_some(places),
        ..Diagnostic::default()
    }
}

/// Returns the message for the remarks of a line: "Header 'a.h' is not found (b.h, line 3); and 2 more".
fn message(remarks: &[&Remark]) -> String {
    let Some((first, others)) = remarks.split_first() else { return String::new() };
    let mut message = first.message.clone();
    if let Some((path, line)) = &first.header {
        let name = path.rsplit('/').next().unwrap_or(path);
        let _ = write!(message, " ({name}, line {line})");
    }
    if !others.is_empty() {
        let _ = write!(message, "; and {} more", others.len());
    }
    message
}

/// Returns the place of a remark in a header; `None` if it is not about a header.
fn place(remark: &Remark) -> Option<DiagnosticRelatedInformation> {
    let (path, line) = remark.header.as_ref()?;
    let start = Position::new(line.saturating_sub(1), 0);
    let location = Location::new(Url::from_file_path(path).ok()?, Range::new(start, start));
    Some(DiagnosticRelatedInformation { location, message: remark.message.clone() })
}
