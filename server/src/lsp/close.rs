//! `textDocument/didClose`: a document was closed.

use tower_lsp::lsp_types::DidCloseTextDocumentParams;

use super::{documents::Event, server::Server};

/// Tells the owner of the documents that a document is closed.
pub(super) fn handle(server: &Server, params: DidCloseTextDocumentParams) {
    server.focuses().forget(&params.text_document.uri);
    server.lenses().forget(&params.text_document.uri);
    server.documents().send(Event::Close(params.text_document.uri));
}
