//! Messages to the client: problems in build files, the status, and why a document is not analysed.

use std::collections::{BTreeMap, BTreeSet};

use tower_lsp::lsp_types::{MessageType, Url};

use super::{Owner, name};
use crate::{
    lsp::{
        document::{Document, Unavailable},
        language::Language,
        outbox::{Outgoing, State, Status},
        settings::Settings,
        text::LIMIT,
    },
    present::reason_kind,
    project::{IS_DRIVER, is_driver},
};

impl Owner {
    /// Tells why a document is not analysed.
    pub(super) fn refuse(&mut self, uri: &Url, reason: String) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        if document.text.source().is_none() && document.language != Language::Other && !document.is_refused {
            self.outbox.message(MessageType::WARNING, format!("{}: {reason}.", name(uri)));
        }
        document.is_refused = true;
        document.has_complete_diagnostics = true;
        document.refuse(&Unavailable::NotAnalysed(reason));
        self.outbox.send(Outgoing::Diagnostics {
            uri: uri.clone(),
            version: Some(document.version),
            diagnostics: Vec::new(),
        });
        if !document.is_expected {
            self.outbox.send(Outgoing::Refresh(self.session));
        }
    }

    /// Tells the user about problems in build files. A problem is told once as long as it lasts.
    pub(super) fn tell_problems(&mut self) {
        let problems: BTreeSet<String> =
            self.documents.values().flat_map(|document| &document.reading.problems).cloned().collect();
        for problem in problems.difference(&self.problems) {
            self.outbox.message(MessageType::WARNING, format!("{problem}. It is not used."));
        }
        self.problems = problems;
    }

    /// Sends the status, if the client wants it and it has changed.
    pub(super) fn report_status(&mut self) {
        if !self.session.status {
            return;
        }
        let status = self.current_status();
        if self.status.as_ref() != Some(&status) {
            self.status = Some(status.clone());
            self.outbox.send(Outgoing::Status(status));
        }
    }

    fn current_status(&self) -> Status {
        let state = if self.settings.enable { State::Idle } else { State::Off };
        let mut status = Status { state, pending: 0, analysed: 0, skipped: 0, reasons: BTreeMap::default() };
        if self.checks_workspace() {
            status.state = State::Analysing;
        }
        for document in self.documents.values().filter(|document| blocked(document, &self.settings).is_none())
        {
            if !document.is_complete() {
                status.state = State::Analysing;
                status.pending += document.missing;
            }
            let functions = document.known.iter().flat_map(|known| &known.functions);
            for report in functions.filter_map(|(_, report)| report.as_deref()) {
                match &report.skipped {
                    None => status.analysed += 1,
                    Some(reason) => {
                        status.skipped += 1;
                        *status.reasons.entry(reason_kind(reason.text()).to_owned()).or_default() += 1;
                    }
                }
            }
        }
        status
    }
}

/// Returns the reason why a document is not analysed at all, if there is one.
pub(super) fn blocked(document: &Document, settings: &Settings) -> Option<String> {
    if !settings.enable {
        Some("the setting csieve.enable is off".to_owned())
    } else if document.language == Language::Other {
        Some("it is not a C file".to_owned())
    } else if let Some(source) = document.text.source() {
        is_driver(source.text()).then(|| IS_DRIVER.to_owned())
    } else {
        Some(format!("it is longer than {} MiB and is not analysed", LIMIT >> 20))
    }
}
