//! `textDocument/didOpen`.

use tower_lsp::lsp_types::DidOpenTextDocumentParams;

use super::{documents::Event, server::Server};

/// Takes in a document.
pub(super) fn handle(server: &Server, params: DidOpenTextDocumentParams) {
    server.documents().send(Event::Open(params.text_document));
}
