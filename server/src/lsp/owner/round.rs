//! Handles the reports of an analysis round: the functions of a text, then the report of each.

use std::time::Duration;

use tower_lsp::lsp_types::Url;

use super::{Owner, name};
use crate::lsp::{
    diagnostics,
    documents::Event,
    outbox::Outgoing,
    progress::ShownProgress,
    schedule::{Listed, Progress},
    snapshot::{Basis, Snapshot},
};

/// The time after which an analysis round shows progress and publishes results piece by piece.
const LONG: Duration = Duration::from_millis(500);

impl Owner {
    /// Handles a report of an analysis round. Ignores reports of stale analysis rounds.
    pub(super) fn progress(&mut self, uri: &Url, epoch: u64, progress: Progress) {
        let is_checking = self.checks_workspace();
        let Some(document) = self.documents.get_mut(uri).filter(|document| document.is_current(epoch)) else {
            return;
        };
        let is_list = matches!(progress, Progress::Listed(..));
        match progress {
            Progress::Listed(listed, basis) => {
                let is_news = basis.as_ref().is_some_and(|basis| document.is_news(basis));
                // If it is not known which text the current workspace analysis sees, its end asks again.
                if is_news && (document.interface.is_some() || !is_checking) {
                    self.workspace_changed();
                }
                self.listed(uri, listed, basis);
            }
            Progress::Early(listed) => {
                self.listed(uri, listed, None);
                self.show_early(uri);
                return;
            }
            Progress::Seen => {
                self.show_early(uri);
                return;
            }
            Progress::Analysed { index, report } => document.learn(index, report),
        }
        let Some(document) = self.documents.get_mut(uri) else { return };
        document.hold();
        document.answer();
        if document.is_complete() {
            self.publish(uri);
            self.completed(uri);
            self.report_status();
        } else if is_list {
            self.look_later(uri, epoch);
            self.report_status();
        }
    }

    /// Schedules another look at a long analysis round: while one function takes all the time, the analysis
    /// round reports nothing.
    fn look_later(&self, uri: &Url, epoch: u64) {
        let (to_self, uri) = (self.to_self.clone(), uri.clone());
        self.scheduler.after(LONG, move || to_self.send(Event::Long { uri, epoch }));
    }

    /// Shows the progress of a long analysis round. Publishes the results so far, unless diagnostics of a
    /// complete analysis are shown: an edited text keeps these until all new ones are known, so that none
    /// disappears meanwhile.
    pub(super) fn takes_long(&mut self, uri: &Url, epoch: u64) {
        let Some(document) = self.documents.get(uri).filter(|document| document.is_current(epoch)) else {
            return;
        };
        if document.is_complete() {
            return;
        }
        if !document.has_complete_diagnostics {
            self.publish(uri);
        }
        self.show_progress(uri, epoch);
        self.report_status();
        self.look_later(uri, epoch);
    }

    /// Shows what is known of the functions that somebody looks at, unless results of a complete analysis are shown.
    fn show_early(&mut self, uri: &Url) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        document.answer();
        if !document.has_complete_diagnostics && !document.is_complete() {
            self.publish(uri);
        }
    }

    fn listed(&mut self, uri: &Url, listed: Listed, basis: Option<Basis>) {
        let Listed { source, functions, reading, suppressions } = listed;
        let settings = self.settings_of(uri);
        let Some(document) = self.documents.get_mut(uri) else { return };
        for assumed in reading.assumed.iter().filter(|note| !document.reading.assumed.contains(note)) {
            self.outbox.send(Outgoing::Log(format!("{}: {assumed}", name(uri))));
        }
        document.list(Snapshot {
            uri: uri.clone(),
            version: document.version,
            suppressions,
            source,
            functions,
            reading,
            basis,
            session: self.session,
            settings,
        });
        self.tell_problems();
        if !self.units.is_of_now(uri) {
            self.recheck();
        }
    }

    /// Publishes the diagnostics of a document that are known by now, unless the client requests them itself.
    fn publish(&mut self, uri: &Url) {
        let Some(document) = self.documents.get_mut(uri).filter(|document| !document.is_pulled) else {
            return;
        };
        let Some(known) = &document.known else { return };
        document.is_published = true;
        self.outbox.send(Outgoing::Diagnostics {
            uri: uri.clone(),
            version: Some(known.version),
            diagnostics: diagnostics::of(known),
        });
    }

    /// Records that the client requests the diagnostics of a document. The diagnostics are no longer
    /// published, and published ones are cleared.
    pub(super) fn pulled(&mut self, uri: &Url) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        document.is_pulled = true;
        if std::mem::replace(&mut document.is_published, false) {
            let version = Some(document.version);
            self.outbox.send(Outgoing::Diagnostics { uri: uri.clone(), version, diagnostics: Vec::new() });
        }
    }

    fn completed(&mut self, uri: &Url) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        document.complete();
        for alarm in document.new_alarms() {
            tracing::error!("{}: {alarm}", name(uri));
            self.outbox.send(Outgoing::Log(format!("{}: {alarm}", name(uri))));
        }
        document.has_complete_diagnostics = true;
        document.is_refused = false;
        document.progress = None;
        // A client that expects no new results must be told that there are some to request.
        if !std::mem::replace(&mut document.is_expected, true) {
            self.outbox.send(Outgoing::Refresh(self.session));
        }
    }

    fn show_progress(&mut self, uri: &Url, epoch: u64) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        let Some(known) = document.known.as_ref().filter(|_| self.session.progress) else { return };
        let total = known.functions.len();
        let (client, runtime) = (&self.client, &self.runtime);
        let shown = document.progress.get_or_insert_with(|| {
            let token = format!("csieve/{}/{epoch}", uri.as_str());
            ShownProgress::begin(client.clone(), runtime, token, format!("Analysing {}", name(uri)))
        });
        let done = total - document.missing;
        shown.report(done * 100 / total.max(1), format!("{done}/{total} functions"));
    }

    /// Ends the analysis round or workspace analysis whose progress the user cancelled. The results so far
    /// stay.
    pub(super) fn cancel(&mut self, token: &str) {
        self.cancel_workspace(token);
        let shown = self.documents.iter().find(|(uri, document)| {
            document.progress.is_some() && token.starts_with(&format!("csieve/{}/", uri.as_str()))
        });
        let Some(uri) = shown.map(|(uri, _)| uri.clone()) else { return };
        self.publish(&uri);
        let Some(document) = self.documents.get_mut(&uri) else { return };
        document.stop();
        self.outbox.send(Outgoing::Log(format!(
            "{}: the analysis was stopped; it begins again with the next change",
            name(&uri)
        )));
        self.report_status();
    }
}
