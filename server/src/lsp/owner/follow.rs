//! Documents follow the files that they are made of.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tower_lsp::lsp_types::Url;

use super::Owner;
use crate::lsp::{documents::Event, schedule::PAUSE};

/// How old a look at the disk may be, where nobody tells what changes there.
const BETWEEN_LOOKS: Duration = Duration::from_secs(5);

impl Owner {
    /// What an open document contains is known better.
    pub(super) fn watched(&mut self, changed: &[Url]) {
        if changed.iter().any(|uri| !self.documents.contains_key(uri)) {
            self.refresh();
            self.workspace_changed();
        }
    }

    /// Looks at the disk from time to time, where the client does not tell what changes there.
    pub(super) fn look_again(&mut self) {
        if !self.session.watches && self.looked_at.elapsed() > BETWEEN_LOOKS {
            self.refresh();
        }
    }

    /// Some file on disk may have changed.
    pub(super) fn refresh(&mut self) {
        self.looked_at = Instant::now();
        self.units.refresh();
        self.reload_library();
        self.recheck();
    }

    /// Has it checked after a pause which documents are made of what is no more: one change seldom comes alone.
    pub(super) fn recheck(&mut self) {
        if !std::mem::replace(&mut self.will_check, true) {
            let to_self = self.to_self.clone();
            self.scheduler.after(PAUSE, move || to_self.send(Event::Recheck));
        }
    }

    /// Checks in the background. Documents that nothing is known of are checked when they are listed.
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
