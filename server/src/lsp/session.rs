//! The capabilities on which client and server agreed.

use serde::Deserialize;
use serde_json::Value;
use tower_lsp::lsp_types::{
    ClientCapabilities, InitializeParams, MarkupKind, TextDocumentClientCapabilities,
    WorkspaceClientCapabilities,
};

use super::{offers::Offers, positions::Encoding};

/// The capabilities and wishes of the client, fixed by `initialize`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "what a client can do are independent facts")]
pub(crate) struct Session {
    /// The unit in which columns are counted.
    pub encoding: Encoding,
    /// Whether the client runs commands such as `csieve.showTrace` itself.
    pub commands: bool,
    /// Whether the client wants `csieve/status`.
    pub status: bool,
    /// Whether the client answers `window/showDocument`.
    pub show_document: bool,
    /// Whether the client answers `workspace/configuration`.
    pub configuration: bool,
    /// Whether the client lets servers register for notifications about changes of the configuration.
    pub register_configuration: bool,
    /// Whether the client lets servers register for notifications about changes of files.
    pub watches: bool,
    /// Whether the client shows progress that a server starts.
    pub progress: bool,
    /// Whether the client shows Markdown in hovers.
    pub markdown: bool,
    /// Whether the client folds `<details>` in Markdown.
    pub details: bool,
    /// Whether the client shows the message of a diagnostic above its hover.
    pub message_in_hover: bool,
    /// Whether the client shows the steps of a diagnostic at their places.
    pub related_information: bool,
    /// Whether the client requests diagnostics instead of getting them published.
    pub pull: bool,
    /// Whether the client can be told to request diagnostics again.
    pub refreshes_diagnostics: bool,
    /// Whether the client takes edits that say to which version of a document they belong.
    pub document_changes: bool,
    /// Whether the client can be told to request code lenses again.
    pub refreshes_lenses: bool,
    /// Whether the client can be told to request inlay hints again.
    pub refreshes_hints: bool,
    /// Whether the client shows symbols inside of symbols.
    pub nested_symbols: bool,
    /// Whether the client folds whole lines only.
    pub folds_lines: bool,
    /// The most folds that the client wants of a document; `None` for all.
    pub most_folds: Option<u32>,
    /// What the client lets the server register and take back at any time.
    pub registers: Offers,
}

/// The values in `initializationOptions` that are not settings of the user but wishes of the client.
#[derive(Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
struct Extras {
    commands: bool,
    status: bool,
    pull: bool,
    details: bool,
    message_in_hover: bool,
}

impl Default for Extras {
    fn default() -> Self {
        Self { commands: false, status: false, pull: true, details: false, message_in_hover: false }
    }
}

impl Session {
    /// Creates the session from the client's capabilities and `initializationOptions`.
    pub(super) fn new(params: &InitializeParams) -> Self {
        let client = &params.capabilities;
        let text = client.text_document.as_ref();
        let folds = text.and_then(|text| text.folding_range.as_ref());
        let extras = params.initialization_options.as_ref().map(extras).unwrap_or_default();
        Self {
            encoding: Encoding::negotiate(client),
            commands: extras.commands,
            status: extras.status,
            show_document: shows_documents(client),
            configuration: workspace(client, |workspace| workspace.configuration),
            register_configuration: workspace(client, |workspace| {
                workspace.did_change_configuration.and_then(|changes| changes.dynamic_registration)
            }),
            watches: workspace(client, |workspace| {
                workspace.did_change_watched_files.and_then(|files| files.dynamic_registration)
            }),
            progress: client.window.as_ref().and_then(|window| window.work_done_progress).unwrap_or(false),
            markdown: shows_markdown(text),
            details: extras.details,
            message_in_hover: extras.message_in_hover,
            related_information: text
                .and_then(|text| text.publish_diagnostics.as_ref())
                .and_then(|diagnostics| diagnostics.related_information)
                .unwrap_or(false),
            pull: extras.pull && text.is_some_and(|text| text.diagnostic.is_some()),
            refreshes_diagnostics: workspace(client, |workspace| {
                workspace.diagnostic.as_ref()?.refresh_support
            }),
            document_changes: workspace(client, |workspace| {
                workspace.workspace_edit.as_ref()?.document_changes
            }),
            refreshes_lenses: workspace(client, |workspace| workspace.code_lens.as_ref()?.refresh_support),
            refreshes_hints: workspace(client, |workspace| workspace.inlay_hint.as_ref()?.refresh_support),
            nested_symbols: text
                .and_then(|text| text.document_symbol.as_ref())
                .and_then(|symbols| symbols.hierarchical_document_symbol_support)
                .unwrap_or(false),
            folds_lines: folds.and_then(|folds| folds.line_folding_only).unwrap_or(false),
            most_folds: folds.and_then(|folds| folds.range_limit),
            registers: Offers::registered_by(client),
        }
    }
}

fn extras(options: &Value) -> Extras {
    Extras::deserialize(options).unwrap_or_else(|error| {
        tracing::warn!(%error, "initializationOptions are not understood");
        Extras::default()
    })
}

/// Returns whether hovers are Markdown. A client that names no formats gets Markdown, as in early versions of
/// the protocol.
fn shows_markdown(text: Option<&TextDocumentClientCapabilities>) -> bool {
    let formats = text.and_then(|text| text.hover.as_ref()).and_then(|hover| hover.content_format.as_ref());
    formats.is_none_or(|formats| formats.contains(&MarkupKind::Markdown))
}

fn shows_documents(client: &ClientCapabilities) -> bool {
    let window = client.window.as_ref();
    window.and_then(|window| window.show_document.as_ref()).is_some_and(|documents| documents.support)
}

fn workspace(
    client: &ClientCapabilities,
    capability: impl FnOnce(&WorkspaceClientCapabilities) -> Option<bool>,
) -> bool {
    client.workspace.as_ref().and_then(capability).unwrap_or(false)
}
