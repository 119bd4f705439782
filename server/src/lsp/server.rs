//! Dispatches every message to the file that handles it.

use std::sync::OnceLock;

use serde_json::Value;
use tempfile::TempDir;
use tower_lsp::{
    Client, LanguageServer, async_trait,
    jsonrpc::Result,
    lsp_types::{
        CodeActionParams, CodeActionResponse, CodeLens, CodeLensParams, DeleteFilesParams,
        DidChangeConfigurationParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
        DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
        DidSaveTextDocumentParams, DocumentDiagnosticParams, DocumentDiagnosticReportResult,
        DocumentSymbolParams, DocumentSymbolResponse, ExecuteCommandParams, FoldingRange, FoldingRangeParams,
        Hover, HoverParams, InitializeParams, InitializeResult, InitializedParams, InlayHint,
        InlayHintParams, RenameFilesParams, SelectionRange, SelectionRangeParams,
        WorkDoneProgressCancelParams, WorkspaceDiagnosticParams, WorkspaceDiagnosticReportResult,
    },
};

use super::{
    cancel_progress, change, close, code_action, code_lens,
    code_lens::Lenses,
    commands, configuration, document_symbol,
    documents::{Documents, Event},
    driver_request::{self, DriverAnswer},
    file_operations,
    findings_request::{self, ListedFinding, UriParams},
    focus::{self, Focuses},
    folding_range, hover, initialize, inlay_hint,
    judge_request::{self, JudgeAnswer, JudgeParams},
    observer_request::{self, ObserverAnswer},
    open,
    parent::Parent,
    pull,
    request::FindingParams,
    rounds_request::{self, RoundsAnswer},
    rule_matches_request::{self, RuleMatchesAnswer, RuleMatchesParams},
    save, selection_range,
    session::Session,
    trace_request::{self, TraceAnswer},
    visible::{self, VisibleParams},
    watched_files, workspace_diagnostic, workspace_folders,
};

/// The state that handlers share. Each handler must send its [`super::documents::Event`] before it awaits
/// anything.
#[derive(Debug)]
pub(crate) struct Server {
    client: Client,
    documents: Documents,
    session: OnceLock<Session>,
    scratch: OnceLock<TempDir>,
    focuses: Focuses,
    lenses: Lenses,
    parent: Parent,
}

impl Server {
    /// Creates a server for one client.
    pub(super) fn new(client: Client, documents: Documents) -> Self {
        Self {
            client,
            documents,
            session: OnceLock::new(),
            scratch: OnceLock::new(),
            focuses: Focuses::default(),
            lenses: Lenses::default(),
            parent: Parent::default(),
        }
    }

    /// Returns the client.
    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the sender of events to the owner of the documents.
    pub(super) fn documents(&self) -> &Documents {
        &self.documents
    }

    /// Returns the session that client and server agreed on. Before `initialize`, returns one that assumes no
    /// capabilities.
    pub(super) fn session(&self) -> Session {
        self.session.get().copied().unwrap_or_default()
    }

    /// Stores the session that client and server agreed on.
    pub(super) fn set_session(&self, session: Session) {
        let _ = self.session.set(session);
    }

    /// Returns which functions have lenses.
    pub(super) fn lenses(&self) -> &Lenses {
        &self.lenses
    }

    /// Returns the findings whose paths are shown in the texts.
    pub(super) fn focuses(&self) -> &Focuses {
        &self.focuses
    }

    /// Returns the process that started the server.
    pub(super) fn parent(&self) -> &Parent {
        &self.parent
    }

    /// Returns a folder for files that the client shows. It is deleted when the server ends.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub(super) fn scratch(&self) -> std::io::Result<&TempDir> {
        if let Some(folder) = self.scratch.get() {
            return Ok(folder);
        }
        let folder = tempfile::Builder::new().prefix("csieve-").tempdir()?;
        Ok(self.scratch.get_or_init(|| folder))
    }

    /// Handles `csieve/observer`.
    pub(super) async fn observer(&self, params: FindingParams) -> Result<ObserverAnswer> {
        observer_request::handle(self, params).await
    }

    /// Handles `csieve/driver`.
    pub(super) async fn driver(&self, params: FindingParams) -> Result<DriverAnswer> {
        driver_request::handle(self, params).await
    }

    /// Handles `csieve/trace`.
    pub(super) async fn trace(&self, params: FindingParams) -> Result<TraceAnswer> {
        trace_request::handle(self, params).await
    }

    /// Handles `csieve/rounds`.
    pub(super) async fn rounds(&self, params: FindingParams) -> Result<RoundsAnswer> {
        rounds_request::handle(self, params).await
    }

    /// Handles `csieve/ruleMatches`.
    pub(super) async fn rule_matches(&self, params: RuleMatchesParams) -> Result<RuleMatchesAnswer> {
        rule_matches_request::handle(self, params).await
    }

    /// Handles `csieve/judge`.
    pub(super) async fn judge(&self, params: JudgeParams) -> Result<JudgeAnswer> {
        judge_request::handle(self, params).await
    }

    /// Handles `window/workDoneProgress/cancel`, which tower-lsp does not dispatch.
    #[expect(clippy::unused_async, reason = "tower-lsp takes only functions that may wait")]
    pub(super) async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        cancel_progress::handle(self, params);
    }

    /// Handles `csieve/visible`.
    #[expect(clippy::unused_async, reason = "tower-lsp takes only functions that may wait")]
    pub(super) async fn visible(&self, params: VisibleParams) {
        visible::handle(self, params);
    }

    /// Handles `csieve/findings`.
    pub(super) async fn findings(&self, params: UriParams) -> Result<Vec<ListedFinding>> {
        findings_request::handle(self, params).await
    }
}

#[async_trait]
impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        Ok(initialize::handle(self, &params))
    }

    async fn initialized(&self, _: InitializedParams) {
        self.documents.send(Event::Ready);
        configuration::start(self).await;
        watched_files::start(self).await;
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        open::handle(self, params);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        change::handle(self, params);
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        save::handle(self, params);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        close::handle(self, params);
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        configuration::handle(self, params).await;
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        watched_files::handle(self, params);
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let at = params.text_document_position_params.clone();
        let hover = hover::handle(self, params).await?;
        if hover.is_some() {
            focus::looked_at(self, at);
        }
        Ok(hover)
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        code_action::handle(self, params).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        code_lens::handle(self, params).await
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        Ok(document_symbol::handle(self, params).await)
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        Ok(folding_range::handle(self, params).await)
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        Ok(selection_range::handle(self, params).await)
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        inlay_hint::handle(self, params).await
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        pull::handle(self, params).await
    }

    async fn workspace_diagnostic(
        &self,
        params: WorkspaceDiagnosticParams,
    ) -> Result<WorkspaceDiagnosticReportResult> {
        workspace_diagnostic::handle(self, params).await
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        workspace_folders::handle(self, &params);
    }

    async fn did_rename_files(&self, params: RenameFilesParams) {
        file_operations::renamed(self, params);
    }

    async fn did_delete_files(&self, params: DeleteFilesParams) {
        file_operations::deleted(self, params);
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        commands::handle(self, params).await
    }
}
