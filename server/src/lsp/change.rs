//! `textDocument/didChange`: the text of an open document changed.

use tower_lsp::lsp_types::DidChangeTextDocumentParams;

use super::{documents::Event, server::Server};

/// Passes the changes of a document on to the owner of the documents.
pub(super) fn handle(server: &Server, params: DidChangeTextDocumentParams) {
    server.lenses().changed(&params.text_document.uri);
    server.documents().send(Event::Change {
        uri: params.text_document.uri,
        version: params.text_document.version,
        changes: params.content_changes,
    });
}
