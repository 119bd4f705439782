//! `workspace/executeCommand`: views of a finding for clients that have none of their own.

use std::path::Path;

use serde_json::{Value, json};
use tower_lsp::{
    jsonrpc::{Error, Result},
    lsp_types::{ExecuteCommandParams, MessageType, ShowDocumentParams, Url},
};

use super::{
    page,
    request::{self, FindingParams},
    server::Server,
};

/// A way to look at a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    /// Its path.
    Trace,
    /// The automaton that refutes paths.
    Observer,
}

impl View {
    /// The title of its action.
    pub fn title(self) -> &'static str {
        match self {
            Self::Trace => "Show counterexample trace",
            Self::Observer => "Show conflict observer",
        }
    }

    /// Its command: the client's own, or the server's.
    pub fn command(self, of_client: bool) -> &'static str {
        match (self, of_client) {
            (Self::Trace, true) => "csieve.showTrace",
            (Self::Observer, true) => "csieve.showObserver",
            (Self::Trace, false) => "csieve.openTrace",
            (Self::Observer, false) => "csieve.openObserver",
        }
    }

    fn file_name(self) -> &'static str {
        match self {
            Self::Trace => "trace",
            Self::Observer => "observer",
        }
    }
}

/// The commands that the server runs.
pub(super) fn names() -> Vec<String> {
    [View::Trace, View::Observer].map(|view| view.command(false).to_owned()).to_vec()
}

/// Shows a finding as plain text in the client, and answers with that text.
pub(super) async fn handle(server: &Server, params: ExecuteCommandParams) -> Result<Option<Value>> {
    let view = [View::Trace, View::Observer]
        .into_iter()
        .find(|view| view.command(false) == params.command)
        .ok_or_else(|| Error::invalid_params(format!("there is no command `{}`", params.command)))?;
    let argument = params.arguments.into_iter().next().unwrap_or_default();
    let FindingParams { uri, id } = serde_json::from_value(argument)
        .map_err(|error| Error::invalid_params(format!("{} needs {{uri, id}}: {error}", params.command)))?;
    let snapshot = request::complete(server, uri).await?;
    let entry = request::find(&snapshot, &id)?;
    let text = match view {
        View::Trace => page::trace_text(&entry.located),
        View::Observer => page::observers_text(&entry.located)
            .ok_or_else(|| Error::invalid_params(format!("`{id}` has no conflict to show")))?,
    };
    let name = format!("{}-{}.txt", view.file_name(), id.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
    show(server, &name, &text).await;
    Ok(Some(json!({ "text": text })))
}

/// In an editor of the client if it can, else as a message.
async fn show(server: &Server, name: &str, text: &str) {
    if server.session().show_document
        && let Some(uri) = write(server, name, text)
    {
        let params =
            ShowDocumentParams { uri, external: Some(false), take_focus: Some(true), selection: None };
        if matches!(server.client().show_document(params).await, Ok(true)) {
            return;
        }
    }
    server.client().show_message(MessageType::INFO, text).await;
}

fn write(server: &Server, name: &str, text: &str) -> Option<Url> {
    let write = |folder: &Path| {
        let path = folder.join(name);
        std::fs::write(&path, text)?;
        Ok(path)
    };
    match server.scratch().and_then(|folder| write(folder.path())) {
        Ok(path) => Url::from_file_path(path).ok(),
        Err(error) => {
            tracing::warn!(%error, "no file can be written to show");
            None
        }
    }
}
