//! `workspace/diagnostic`: the diagnostics of all files, for clients that request them.

use rustc_hash::FxHashMap;
use tokio::sync::oneshot;
use tower_lsp::{
    jsonrpc::Result,
    lsp_types::{
        Diagnostic, FullDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport, Url,
        WorkspaceDiagnosticParams, WorkspaceDiagnosticReport, WorkspaceDiagnosticReportResult,
        WorkspaceDocumentDiagnosticReport, WorkspaceFullDocumentDiagnosticReport,
        WorkspaceUnchangedDocumentDiagnosticReport,
    },
};

use super::{documents::Event, pull::result_id, server::Server};

/// Returns the diagnostics of all files of the workspace that were analysed, and of open documents. While the
/// workspace is being analysed, the answer waits for the end of that analysis.
pub(super) async fn handle(
    server: &Server,
    params: WorkspaceDiagnosticParams,
) -> Result<WorkspaceDiagnosticReportResult> {
    let (reply, answer) = oneshot::channel();
    server.documents().send(Event::AskFiles(reply));
    let files = answer.await.unwrap_or_default();
    let previous: FxHashMap<Url, String> =
        params.previous_result_ids.into_iter().map(|previous| (previous.uri, previous.value)).collect();
    let items = files.into_iter().map(|(uri, version, diagnostics)| {
        let before = previous.get(&uri);
        report(uri, version.map(i64::from), diagnostics, before)
    });
    Ok(WorkspaceDiagnosticReport { items: items.collect() }.into())
}

fn report(
    uri: Url,
    version: Option<i64>,
    items: Vec<Diagnostic>,
    before: Option<&String>,
) -> WorkspaceDocumentDiagnosticReport {
    let result_id = result_id(&items);
    if before == Some(&result_id) {
        let unchanged_document_diagnostic_report = UnchangedDocumentDiagnosticReport { result_id };
        WorkspaceUnchangedDocumentDiagnosticReport { uri, version, unchanged_document_diagnostic_report }
            .into()
    } else {
        let full_document_diagnostic_report =
            FullDocumentDiagnosticReport { result_id: Some(result_id), items };
        WorkspaceFullDocumentDiagnosticReport { uri, version, full_document_diagnostic_report }.into()
    }
}
