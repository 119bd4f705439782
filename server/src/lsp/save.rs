//! `textDocument/didSave`: a document was saved.

use tower_lsp::lsp_types::DidSaveTextDocumentParams;

use super::{documents::Event, server::Server};

/// Passes the saved text on to the owner of the documents, which compares it with the document's text. Functions may get
/// lenses now.
pub(super) fn handle(server: &Server, params: DidSaveTextDocumentParams) {
    server.lenses().saved(&params.text_document.uri);
    server.documents().send(Event::Save { uri: params.text_document.uri, text: params.text });
    if server.session().refreshes_lenses {
        let client = server.client().clone();
        tokio::spawn(async move { client.code_lens_refresh().await });
    }
}
