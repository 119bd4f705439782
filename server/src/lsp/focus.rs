//! The findings whose paths are shown in the texts.
//!
//! A request for inlay hints does not say what the user looks at, and the paths of all findings of a file
//! would be noise. So one path is shown: that of the finding that was hovered over or chosen last, or that of
//! the only finding.

use std::sync::Arc;

use dashmap::DashMap;
use tower_lsp::{
    Client,
    lsp_types::{Range, TextDocumentPositionParams, Url},
};

use super::{
    request,
    server::Server,
    snapshot::{Entry, Snapshot},
};

/// The choice of a finding in a document. Without one, the path of the only finding is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Focus {
    Finding(String),
    Nothing,
}

/// The choices of findings in all documents.
#[derive(Clone, Debug, Default)]
pub(crate) struct Focuses {
    chosen: Arc<DashMap<Url, Focus>>,
}

impl Focuses {
    /// Returns the finding of a document whose path is shown, if there is one.
    pub(super) fn entry<'a>(&self, snapshot: &'a Snapshot) -> Option<Entry<'a>> {
        let chosen = self.chosen.get(&snapshot.uri).map(|chosen| chosen.clone());
        match chosen {
            Some(Focus::Finding(id)) => snapshot.entry(&id),
            Some(Focus::Nothing) => None,
            None => {
                let mut kept = snapshot.shown().filter(|entry| !entry.is_refuted());
                let only = kept.next();
                only.filter(|_| kept.next().is_none())
            }
        }
    }

    /// Forgets the choice in a document that was closed.
    pub(super) fn forget(&self, uri: &Url) {
        self.chosen.remove(uri);
    }

    /// Stores a choice. Returns whether it is news.
    fn choose(&self, uri: Url, focus: &Focus) -> bool {
        self.chosen.insert(uri, focus.clone()).is_none_or(|before| before != *focus)
    }
}

/// Shows the path of the smallest finding at a place at which the user looks, as soon as it is known there.
pub(super) fn looked_at(server: &Server, at: TextDocumentPositionParams) {
    let place = Range::new(at.position, at.position);
    let asked = request::around(server, at.text_document.uri, place);
    let shown = Shown::of(server);
    tokio::spawn(async move {
        let Ok(Some(snapshot)) = asked.await else { return };
        let found = snapshot.touched(place).min_by_key(|entry| entry.span().end - entry.span().start);
        let id = found.filter(|_| snapshot.settings.inlay_hints).map(|entry| entry.id);
        if let Some(id) = id {
            shown.choose(snapshot.uri.clone(), &Focus::Finding(id));
        }
    });
}

/// Shows the path of a finding in its document, or of none, until another one is chosen.
pub(super) fn choose(server: &Server, uri: Url, id: Option<String>) {
    Shown::of(server).choose(uri, &id.map_or(Focus::Nothing, Focus::Finding));
}

/// What is shown, and the client that shows it.
struct Shown {
    focuses: Focuses,
    client: Client,
    refreshes: bool,
}

impl Shown {
    fn of(server: &Server) -> Self {
        let (focuses, client) = (server.focuses().clone(), server.client().clone());
        Self { focuses, client, refreshes: server.session().refreshes_hints }
    }

    /// Chooses what is shown. Tells the client to request inlay hints again if that is news.
    fn choose(self, uri: Url, focus: &Focus) {
        if self.focuses.choose(uri, focus) && self.refreshes {
            tokio::spawn(async move { self.client.inlay_hint_refresh().await });
        }
    }
}
