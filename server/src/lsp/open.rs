//! `textDocument/didOpen`: a document was opened.

use tower_lsp::lsp_types::DidOpenTextDocumentParams;

use super::{documents::Event, server::Server};

/// Passes an opened document on to the owner of the documents.
pub(super) fn handle(server: &Server, params: DidOpenTextDocumentParams) {
    server.documents().send(Event::Open(params.text_document));
}
