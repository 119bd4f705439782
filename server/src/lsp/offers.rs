//! What the server offers only if the settings ask for it, because another server beside it may do the same.

use serde_json::json;
use tokio::{runtime::Handle, sync::mpsc};
use tower_lsp::{
    Client,
    lsp_types::{ClientCapabilities, Registration, Unregistration},
};

use super::settings::Settings;

/// The methods in the order of [`Offers::each`].
const METHODS: [&str; 4] = [
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/inlayHint",
];

/// A choice among the requests that settings turn on and off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a request of its own")]
pub(crate) struct Offers {
    /// `textDocument/documentSymbol`.
    pub symbols: bool,
    /// `textDocument/foldingRange`.
    pub folds: bool,
    /// `textDocument/selectionRange`.
    pub selections: bool,
    /// `textDocument/inlayHint`.
    pub hints: bool,
}

impl Offers {
    /// Returns what the settings ask for.
    pub(super) fn wanted(settings: &Settings) -> Self {
        let Settings { document_symbols, inlay_hints, .. } = *settings;
        Self {
            symbols: document_symbols,
            folds: document_symbols,
            selections: document_symbols,
            hints: inlay_hints,
        }
    }

    /// Returns what the client lets a server register and take back at any time.
    pub(super) fn registered_by(client: &ClientCapabilities) -> Self {
        let Some(text) = &client.text_document else { return Self::default() };
        let yes = |capability: Option<bool>| capability == Some(true);
        Self {
            symbols: yes(text.document_symbol.as_ref().and_then(|symbols| symbols.dynamic_registration)),
            folds: yes(text.folding_range.as_ref().and_then(|folds| folds.dynamic_registration)),
            selections: yes(text.selection_range.as_ref().and_then(|ranges| ranges.dynamic_registration)),
            hints: yes(text.inlay_hint.as_ref().and_then(|hints| hints.dynamic_registration)),
        }
    }

    /// Returns what both choices have.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            symbols: self.symbols && other.symbols,
            folds: self.folds && other.folds,
            selections: self.selections && other.selections,
            hints: self.hints && other.hints,
        }
    }

    /// Returns what the choice has and another one has not.
    pub(super) fn without(self, other: Self) -> Self {
        Self {
            symbols: self.symbols && !other.symbols,
            folds: self.folds && !other.folds,
            selections: self.selections && !other.selections,
            hints: self.hints && !other.hints,
        }
    }

    fn each(self) -> impl Iterator<Item = &'static str> {
        let chosen = [self.symbols, self.folds, self.selections, self.hints];
        METHODS.into_iter().zip(chosen).filter_map(|(method, is_chosen)| is_chosen.then_some(method))
    }
}

/// Registers with the client what the settings offer, and takes it back.
#[derive(Debug)]
pub(crate) struct Registrar {
    wanted: mpsc::UnboundedSender<Offers>,
}

impl Registrar {
    /// Starts the task that registers. Nothing is registered at first.
    pub(super) fn start(client: Client, runtime: &Handle) -> Self {
        let (wanted, mut wishes) = mpsc::unbounded_channel();
        runtime.spawn(async move {
            let mut registered = Offers::default();
            while let Some(wanted) = wishes.recv().await {
                change(&client, registered, wanted).await;
                registered = wanted;
            }
        });
        Self { wanted }
    }

    /// Asks for exactly these offers to be registered.
    pub(super) fn want(&self, offers: Offers) {
        let _ = self.wanted.send(offers);
    }
}

async fn change(client: &Client, before: Offers, after: Offers) {
    let added: Vec<Registration> = after.without(before).each().map(registration).collect();
    let removed: Vec<Unregistration> = before.without(after).each().map(unregistration).collect();
    if !added.is_empty()
        && let Err(error) = client.register_capability(added).await
    {
        tracing::warn!(%error, "the client does not take what the settings offer");
    }
    if !removed.is_empty()
        && let Err(error) = client.unregister_capability(removed).await
    {
        tracing::warn!(%error, "the client does not give back what the settings turn off");
    }
}

/// Registers a method for the documents that the client opens with the server.
fn registration(method: &str) -> Registration {
    let options = json!({ "documentSelector": null });
    Registration { id: id(method), method: method.to_owned(), register_options: Some(options) }
}

fn unregistration(method: &str) -> Unregistration {
    Unregistration { id: id(method), method: method.to_owned() }
}

fn id(method: &str) -> String {
    format!("csieve/{method}")
}
