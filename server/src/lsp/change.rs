//! `textDocument/didChange`.

use tower_lsp::lsp_types::DidChangeTextDocumentParams;

use super::{documents::Event, server::Server};

/// Takes in changes, to be applied one after the other.
pub(super) fn handle(server: &Server, params: DidChangeTextDocumentParams) {
    server.documents().send(Event::Change {
        uri: params.text_document.uri,
        version: params.text_document.version,
        changes: params.content_changes,
    });
}
