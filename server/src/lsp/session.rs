//! What client and server agreed on.

use serde::Deserialize;
use serde_json::Value;
use tower_lsp::lsp_types::{ClientCapabilities, InitializeParams};

use super::positions::Encoding;

/// What the client can do and wants, fixed by `initialize`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "what a client can do are independent facts")]
pub(crate) struct Session {
    /// What columns count.
    pub encoding: Encoding,
    /// The client runs `csieve.showTrace` and `csieve.showObserver` itself.
    pub commands: bool,
    /// The client wants `csieve/status`.
    pub status: bool,
    /// The client answers `window/showDocument`.
    pub show_document: bool,
    /// The client answers `workspace/configuration`.
    pub configuration: bool,
    /// The client lets servers register for changes of the configuration.
    pub register_configuration: bool,
    /// The client lets servers register for changes of files.
    pub watches: bool,
    /// The client shows progress that a server starts.
    pub progress: bool,
}

/// What csieve reads of `initializationOptions` besides settings.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Extras {
    commands: bool,
    status: bool,
}

impl Session {
    /// The session that a client asks for.
    pub fn new(params: &InitializeParams) -> Self {
        let client = &params.capabilities;
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
        }
    }
}

fn extras(options: &Value) -> Extras {
    Extras::deserialize(options).unwrap_or_else(|error| {
        tracing::warn!(%error, "initializationOptions are not understood");
        Extras::default()
    })
}

fn shows_documents(client: &ClientCapabilities) -> bool {
    let window = client.window.as_ref();
    window.and_then(|window| window.show_document.as_ref()).is_some_and(|documents| documents.support)
}

fn workspace(
    client: &ClientCapabilities,
    capability: impl FnOnce(&tower_lsp::lsp_types::WorkspaceClientCapabilities) -> Option<bool>,
) -> bool {
    client.workspace.as_ref().and_then(capability).unwrap_or(false)
}
