//! `workspace/didChangeWorkspaceFolders`.

use tower_lsp::lsp_types::DidChangeWorkspaceFoldersParams;

use super::{documents::Event, folders, server::Server};

/// Takes in which folders were opened and closed.
pub(super) fn handle(server: &Server, params: &DidChangeWorkspaceFoldersParams) {
    let (added, removed) = (folders::paths(&params.event.added), folders::paths(&params.event.removed));
    server.documents().send(Event::Folders { added, removed });
}
