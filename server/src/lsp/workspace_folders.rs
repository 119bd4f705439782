//! `workspace/didChangeWorkspaceFolders`: folders of the workspace were opened or closed.

use tower_lsp::lsp_types::DidChangeWorkspaceFoldersParams;

use super::{documents::Event, folders, server::Server};

/// Tells the owner of the documents which folders were opened and closed.
pub(super) fn handle(server: &Server, params: &DidChangeWorkspaceFoldersParams) {
    let (added, removed) = (folders::paths(&params.event.added), folders::paths(&params.event.removed));
    server.documents().send(Event::Folders { added, removed });
}
