//! `textDocument/didSave`: a document was saved.

use tower_lsp::lsp_types::DidSaveTextDocumentParams;

use super::{documents::Event, server::Server};

/// Passes the saved text on to the owner of the documents, which compares it with the document's text.
pub(super) fn handle(server: &Server, params: DidSaveTextDocumentParams) {
    server.documents().send(Event::Save { uri: params.text_document.uri, text: params.text });
}
