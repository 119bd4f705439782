//! Messages to the client about all documents together: problems in build files, and the status.

use std::collections::{BTreeMap, BTreeSet};

use tower_lsp::lsp_types::MessageType;

use super::{Owner, blocked};
use crate::{
    lsp::outbox::{Outgoing, State, Status},
    present::reason_kind,
};

impl Owner {
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
