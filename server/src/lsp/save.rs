//! `textDocument/didSave`.

use tower_lsp::lsp_types::DidSaveTextDocumentParams;

use super::{documents::Event, server::Server};

/// Compares the saved text with ours.
pub(super) fn handle(server: &Server, params: DidSaveTextDocumentParams) {
    server.documents().send(Event::Save { uri: params.text_document.uri, text: params.text });
}
