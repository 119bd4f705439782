//! What documents can be asked without an analysis, and what the settings offer of it.

use tokio::sync::oneshot;
use tower_lsp::lsp_types::Url;

use super::{Owner, blocked};
use crate::lsp::{
    offers::{Offers, Registrar},
    raw::RawText,
};

impl Owner {
    /// Answers with the raw tree of a document. There is no answer if the document is not open or not C, or
    /// if the settings turn this off.
    pub(super) fn ask_tree(&self, uri: &Url, reply: oneshot::Sender<RawText>) {
        let Some(document) = self.documents.get(uri).filter(|_| self.settings.document_symbols) else {
            return;
        };
        if blocked(document, &self.settings).is_none()
            && let Some(source) = document.text.source()
        {
            self.trees.ask(uri, source.clone(), reply);
        }
    }

    /// Begins to tell the client what the settings offer: the client is ready for requests.
    pub(super) fn register(&mut self) {
        self.registrar = Some(Registrar::start(self.client.clone(), &self.runtime));
        self.offer();
    }

    /// Tells the client what the settings offer, as far as it lets the server register that.
    pub(super) fn offer(&self) {
        if let Some(registrar) = &self.registrar {
            registrar.want(Offers::wanted(&self.settings).and(self.session.registers));
        }
    }
}
