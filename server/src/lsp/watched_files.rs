//! `workspace/didChangeWatchedFiles`: headers and descriptions of builds that change on disk.

use serde_json::json;
use tower_lsp::lsp_types::{DidChangeWatchedFilesParams, Registration};

use super::{documents::Event, server::Server};

/// The method, which is also the id of its registration.
const METHOD: &str = "workspace/didChangeWatchedFiles";

/// The files that units and their flags are made of, and tables of library functions.
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

/// Takes in that files changed.
pub(super) fn handle(server: &Server, params: DidChangeWatchedFilesParams) {
    let changed = params.changes.into_iter().map(|change| change.uri).collect();
    server.documents().send(Event::Watched(changed));
}
