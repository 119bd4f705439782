//! `workspace/executeCommand`: runs commands of the client, mostly to show findings in clients without views
//! of their own.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::{
    jsonrpc::{Error, Result},
    lsp_types::{ExecuteCommandParams, MessageType, ShowDocumentParams, Url},
};

use super::{
    code_lens::{self, LensParams},
    documents::Event,
    driver_request, focus,
    request::{self, FindingParams},
    server::Server,
    snapshot::{Entry, Snapshot},
    view::page,
    workspace::Depth,
};
use crate::present::{Extent, explanation, svg};

/// The command that analyses all files of the workspace once.
const ANALYSE_WORKSPACE: &str = "csieve.analyseWorkspace";

/// The command that shows the path of a finding as inlay hints.
const SHOW_PATH: &str = "csieve.showPath";

/// The parameters of [`SHOW_PATH`].
#[derive(Clone, Debug, Deserialize)]
struct PathParams {
    /// The URI of the document.
    uri: Url,
    /// The id of the finding; `None` to show no path.
    id: Option<String>,
}

/// A view of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    /// The path of the finding.
    Trace,
    /// The observers that reject paths of the finding.
    Observer,
    /// The rounds of path reduction that led to the verdict.
    Rounds,
    /// A C program that triggers the finding.
    Driver,
    /// The first observer as a picture. Clients with views of their own draw it in [`Self::Observer`].
    Drawing,
}

impl View {
    const ALL: [Self; 5] = [Self::Trace, Self::Observer, Self::Rounds, Self::Driver, Self::Drawing];

    /// Returns the views that a finding has. `of_client` says that the client has views of its own.
    pub(super) fn of(entry: &Entry, of_client: bool) -> impl Iterator<Item = Self> + use<> {
        let has_proof = entry.located.proof().is_some();
        let is_confirmed = entry.finding().is_confirmed();
        Self::ALL
            .into_iter()
            .filter(move |view| match view {
                Self::Trace | Self::Rounds => true,
                Self::Driver => is_confirmed,
                Self::Observer | Self::Drawing => has_proof,
            })
            .filter(move |view| !(of_client && *view == Self::Drawing))
    }

    /// Returns the title of the action that opens the view.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Trace => "Show counterexample trace",
            Self::Observer => "Show conflict observer",
            Self::Rounds => "Show the rounds to the verdict",
            Self::Driver => "Write a test that triggers this",
            Self::Drawing => "Draw conflict observer",
        }
    }

    /// Returns the command that opens the view: the client's own if `of_client` is true, else the server's.
    pub(super) fn command(self, of_client: bool) -> &'static str {
        match (self, of_client) {
            (Self::Trace, true) => "csieve.showTrace",
            (Self::Observer | Self::Drawing, true) => "csieve.showObserver",
            (Self::Rounds, true) => "csieve.showRounds",
            (Self::Driver, true) => "csieve.writeTest",
            (Self::Trace, false) => "csieve.openTrace",
            (Self::Observer, false) => "csieve.openObserver",
            (Self::Rounds, false) => "csieve.openRounds",
            (Self::Driver, false) => "csieve.openDriver",
            (Self::Drawing, false) => "csieve.openDrawing",
        }
    }

    /// Returns a name for the file that shows the view of a finding, and its text.
    ///
    /// # Errors
    /// If the finding has no such view.
    fn document(self, snapshot: &Snapshot, entry: &Entry) -> Result<(String, String)> {
        let located = &entry.located;
        let (name, extension, text) = match self {
            Self::Trace => ("trace", "txt", Some(page::trace_text(located))),
            Self::Observer => ("observer", "txt", page::observers_text(located)),
            Self::Rounds => ("rounds", "txt", Some(explanation::text(located, Extent::Brief))),
            Self::Driver => {
                return driver_request::written(snapshot, entry).map(|driver| (driver.name, driver.text));
            }
            Self::Drawing => ("observer", "svg", located.proof().map(|(at, proof)| svg::svg(&at, proof))),
        };
        let id = entry.id.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let text =
            text.ok_or_else(|| Error::invalid_params(format!("`{}` has no conflict to show", entry.id)))?;
        Ok((format!("{name}-{id}.{extension}"), text))
    }
}

/// Returns the names of all commands that the server can run.
pub(super) fn names() -> Vec<String> {
    let views = View::ALL.map(|view| view.command(false).to_owned());
    views
        .into_iter()
        .chain([code_lens::OPEN_FINDINGS.to_owned(), SHOW_PATH.to_owned()])
        .chain(for_all())
        .collect()
}

/// Returns the names of the commands that the server runs even for clients with commands of their own.
pub(super) fn for_all() -> Vec<String> {
    vec![ANALYSE_WORKSPACE.to_owned()]
}

/// Runs a command. Returns the text that it shows, if it shows one.
pub(super) async fn handle(server: &Server, params: ExecuteCommandParams) -> Result<Option<Value>> {
    if params.command == ANALYSE_WORKSPACE {
        server.documents().send(Event::CheckWorkspace(Some(Depth::Findings)));
        return Ok(None);
    }
    let argument = params.arguments.into_iter().next().unwrap_or_default();
    let needs = |what: &str, error: &serde_json::Error| {
        Error::invalid_params(format!("{} needs {what}: {error}", params.command))
    };
    if params.command == SHOW_PATH {
        let PathParams { uri, id } =
            serde_json::from_value(argument).map_err(|error| needs("{uri, id}", &error))?;
        focus::choose(server, uri, id);
        return Ok(None);
    }
    let (name, text) = if params.command == code_lens::OPEN_FINDINGS {
        let lens: LensParams =
            serde_json::from_value(argument).map_err(|error| needs("{uri, function}", &error))?;
        ("findings.txt".to_owned(), code_lens::text(server, lens).await?)
    } else if let Some(view) = View::ALL.into_iter().find(|view| view.command(false) == params.command) {
        let finding: FindingParams =
            serde_json::from_value(argument).map_err(|error| needs("{uri, id}", &error))?;
        shown(server, view, finding).await?
    } else {
        return Err(Error::invalid_params(format!("there is no command `{}`", params.command)));
    };
    show(server, &name, &text).await;
    Ok(Some(json!({ "text": text })))
}

/// Returns a file name for a view of a finding, and the view's text.
async fn shown(server: &Server, view: View, finding: FindingParams) -> Result<(String, String)> {
    let FindingParams { uri, id } = finding;
    let snapshot = request::complete(server, uri).await?;
    let entry = request::find(&snapshot, &id)?;
    view.document(&snapshot, &entry)
}

/// Shows a text in the client's editor, or else as a message. A picture is always written to a file.
async fn show(server: &Server, name: &str, text: &str) {
    let is_picture = Path::new(name).extension().is_some_and(|extension| extension == "svg");
    let can_show = server.session().show_document;
    let file = (can_show || is_picture).then(|| write(server, name, text)).flatten();
    if can_show && let Some(uri) = file.clone() {
        // A picture is opened in an external program, which the system chooses.
        let params =
            ShowDocumentParams { uri, external: Some(is_picture), take_focus: Some(true), selection: None };
        if matches!(server.client().show_document(params).await, Ok(true)) {
            return;
        }
    }
    let message = match file.filter(|_| is_picture) {
        Some(uri) => format!("The drawing is in {}.", uri.path()),
        None => text.to_owned(),
    };
    server.client().show_message(MessageType::INFO, message).await;
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
