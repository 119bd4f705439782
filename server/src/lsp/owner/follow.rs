//! Keeps the results of documents up to date with the files that they include.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tower_lsp::lsp_types::{TextDocumentContentChangeEvent, Url};

use super::Owner;
use crate::lsp::{documents::Event, schedule::PAUSE};

/// The longest time between two looks at the disk, if the client does not report changes of files.
const BETWEEN_LOOKS: Duration = Duration::from_secs(5);

impl Owner {
    /// Notes where a document is edited: the functions there are analysed first.
    pub(super) fn look_at_edit(&mut self, uri: &Url, changes: &[TextDocumentContentChangeEvent]) {
        let place = changes.iter().rev().find_map(|change| change.range);
        if let Some((document, place)) = self.documents.get(uri).zip(place) {
            document.attention.edit(place);
        }
    }

    /// Handles changes of files. Changes of open documents are ignored, because their text comes from the
    /// client.
    pub(super) fn watched(&mut self, changed: &[Url]) {
        if changed.iter().any(|uri| !self.documents.contains_key(uri)) {
            self.refresh();
            self.workspace_changed();
        }
    }

    /// Looks at the disk from time to time, if the client does not report changes of files.
    pub(super) fn look_again(&mut self) {
        if !self.session.watches && self.looked_at.elapsed() > BETWEEN_LOOKS {
            self.refresh();
        }
    }

    /// Looks at the disk again, because some file may have changed.
    pub(super) fn refresh(&mut self) {
        self.looked_at = Instant::now();
        self.units.refresh();
        self.reload_library();
        self.recheck();
    }

    /// Schedules a check for documents with stale results after a pause, because changes often come together.
    pub(super) fn recheck(&mut self) {
        if !std::mem::replace(&mut self.will_check, true) {
            let to_self = self.to_self.clone();
            self.scheduler.after(PAUSE, move || to_self.send(Event::Recheck));
        }
    }

    /// Checks in the background which documents have stale results. A document without results is checked
    /// when its text is parsed.
    pub(super) fn check(&mut self) {
        self.will_check = false;
        let known = self.documents.iter().filter(|(_, document)| document.known.is_some());
        let mut known: Vec<(Url, u64)> =
            known.map(|(uri, document)| (uri.clone(), document.epoch.number())).collect();
        known.sort();
        let (units, to_self) = (Arc::clone(&self.units), self.to_self.clone());
        self.scheduler.spawn(move || {
            for (uri, epoch) in known {
                if !units.is_current(&uri) {
                    to_self.send(Event::Stale { uri, epoch });
                }
            }
        });
    }
}
