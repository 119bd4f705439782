//! `textDocument/diagnostic`: diagnostics for clients that request them.

use tower_lsp::{
    jsonrpc::Result,
    lsp_types::{
        Diagnostic, DocumentDiagnosticParams, DocumentDiagnosticReport, DocumentDiagnosticReportResult,
        FullDocumentDiagnosticReport, RelatedFullDocumentDiagnosticReport,
        RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport,
    },
};
use xxhash_rust::xxh3::xxh3_64;

use super::{diagnostics, documents::Event, request, server::Server};

/// Returns the diagnostics of the current text, or tells the client that the diagnostics it has are
/// unchanged.
pub(super) async fn handle(
    server: &Server,
    params: DocumentDiagnosticParams,
) -> Result<DocumentDiagnosticReportResult> {
    let uri = params.text_document.uri;
    let asked = request::analysed(server, uri.clone());
    server.documents().send(Event::Pulled(uri));
    let diagnostics = asked.await?.map(|snapshot| diagnostics::of(&snapshot)).unwrap_or_default();
    let result_id = result_id(&diagnostics);
    let report = if params.previous_result_id.as_ref() == Some(&result_id) {
        DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
        })
    } else {
        DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: FullDocumentDiagnosticReport {
                result_id: Some(result_id),
                items: diagnostics,
            },
        })
    };
    Ok(report.into())
}

/// Returns an id for diagnostics: a hash of their contents, so that equal diagnostics have equal ids.
pub(super) fn result_id(diagnostics: &[Diagnostic]) -> String {
    let bytes = serde_json::to_vec(diagnostics).unwrap_or_default();
    format!("{:016x}", xxh3_64(&bytes))
}
