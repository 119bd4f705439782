//! `initialize`: client and server exchange their capabilities.

use tower_lsp::lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, DiagnosticOptions,
    DiagnosticServerCapabilities, ExecuteCommandOptions, FoldingRangeProviderCapability,
    HoverProviderCapability, InitializeParams, InitializeResult, OneOf, SaveOptions,
    SelectionRangeProviderCapability, ServerCapabilities, ServerInfo, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};

use super::{
    code_action::VIEW, commands, configuration, documents::Event, file_operations, folders, offers::Offers,
    server::Server, session::Session, settings::Settings,
};

/// Starts the session from the client's capabilities and returns the server's capabilities.
pub(super) fn handle(server: &Server, params: &InitializeParams) -> InitializeResult {
    let session = Session::new(params);
    server.set_session(session);
    server.documents().send(Event::Start(session));
    let folders = folders::of_client(params);
    server.documents().send(Event::Folders { added: folders, removed: Vec::new() });
    let mut settings = Settings::default();
    if let Some(options) = &params.initialization_options {
        let section = configuration::initial(options);
        (settings, _) = settings.read(&section);
        server.documents().send(Event::Configure(section));
    }
    if let Some(id) = params.process_id {
        server.parent().watch(id);
    }
    // What the client lets the server register later can follow the settings.
    let offers = Offers::wanted(&settings).without(session.registers);
    InitializeResult {
        capabilities: capabilities(session, offers),
        server_info: Some(ServerInfo {
            name: "csieve".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

fn capabilities(session: Session, offers: Offers) -> ServerCapabilities {
    let save = TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(true) });
    let commands = if session.commands { commands::for_all() } else { commands::names() };
    ServerCapabilities {
        position_encoding: Some(session.encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(save),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, VIEW]),
            ..CodeActionOptions::default()
        })),
        diagnostic_provider: session.pull.then(|| {
            DiagnosticServerCapabilities::Options(DiagnosticOptions {
                identifier: Some("csieve".to_owned()),
                // Diagnostics depend on headers, and on functions in other files.
                inter_file_dependencies: true,
                workspace_diagnostics: true,
                work_done_progress_options: WorkDoneProgressOptions::default(),
            })
        }),
        document_symbol_provider: offers.symbols.then_some(OneOf::Left(true)),
        folding_range_provider: offers.folds.then_some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: offers.selections.then_some(SelectionRangeProviderCapability::Simple(true)),
        inlay_hint_provider: offers.hints.then_some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands,
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: Some(file_operations::capabilities()),
        }),
        ..ServerCapabilities::default()
    }
}
