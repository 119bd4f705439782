//! `workspace/didChangeWatchedFiles`: headers, build files and library tables that change on disk.

use serde_json::json;
use tower_lsp::lsp_types::{DidChangeWatchedFilesParams, Registration};

use super::{documents::Event, server::Server};

/// The method of the notification, which is also the id of its registration.
const METHOD: &str = "workspace/didChangeWatchedFiles";

/// Patterns of the files that can change an analysis: C files, build files, and tables of library functions.
const WATCHED: [&str; 5] = [
    "**/*.{c,h,i,inc,inl,def,tbl}",
    "**/compile_commands.json",
    "**/compile_flags.txt",
    "**/.clangd",
    "**/*.toml",
];

/// Registers for changes of files, if the client supports that.
pub(super) async fn start(server: &Server) {
    if !server.session().watches {
        return;
    }
    let watchers = WATCHED.map(|glob| json!({ "globPattern": glob }));
    let registration = Registration {
        id: METHOD.to_owned(),
        method: METHOD.to_owned(),
        register_options: Some(json!({ "watchers": watchers })),
    };
    if let Err(error) = server.client().register_capability(vec![registration]).await {
        tracing::warn!(%error, "the client does not tell about changed files");
    }
}

/// Tells the owner of the documents which files changed.
pub(super) fn handle(server: &Server, params: DidChangeWatchedFilesParams) {
    let changed = params.changes.into_iter().map(|change| change.uri).collect();
    server.documents().send(Event::Watched(changed));
}
