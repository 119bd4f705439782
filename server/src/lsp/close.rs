//! `textDocument/didClose`.

use tower_lsp::lsp_types::DidCloseTextDocumentParams;

use super::{documents::Event, server::Server};

/// Lets a document go, with its diagnostics.
pub(super) fn handle(server: &Server, params: DidCloseTextDocumentParams) {
    server.documents().send(Event::Close(params.text_document.uri));
}
