//! One open document: its text, and how far its analysis is.

use std::sync::Arc;

use csieve_analysis::finding::FunctionReport;
use tokio::sync::{Notify, oneshot};
use tower_lsp::lsp_types::Range;

use super::{
    epoch::{Current, Epoch},
    language::Language,
    progress::ShownProgress,
    snapshot::Snapshot,
    text::Text,
    unaffected::unaffected,
};
use crate::project::Reading;

/// What must be known before a question can be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// The reports of all functions.
    Everything,
    /// The reports of the functions that a range touches, in the text that the asker saw.
    Around(Range),
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unavailable {
    /// The document is not open.
    NotOpen,
    /// The text changed before there was an answer.
    Changed,
    /// The document is not analysed, for this reason.
    NotAnalysed(String),
}

/// Where an answer goes.
pub(crate) type Reply = oneshot::Sender<Result<Arc<Snapshot>, Unavailable>>;

/// An open document.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what is known of a document and its client are independent facts"
)]
pub(crate) struct Document {
    /// Its version, as the client counts.
    pub version: i32,
    /// Its text.
    pub text: Text,
    /// Its language.
    pub language: Language,
    /// The number of the current round; the background work of others is stale.
    pub epoch: Current,
    /// What is known about the current text; nothing before its functions are listed.
    pub known: Option<Arc<Snapshot>>,
    /// The last text of which everything was known: its diagnostics are shown until there are others.
    shown: Option<Arc<Snapshot>>,
    /// How the text was read last.
    pub reading: Arc<Reading>,
    /// Functions without a report.
    pub missing: usize,
    /// Diagnostics of some complete analysis are shown.
    pub has_complete_diagnostics: bool,
    /// It is known not to be analysed.
    pub is_refused: bool,
    /// The client asks for its diagnostics, and is not told them besides.
    pub is_pulled: bool,
    /// Diagnostics were published.
    pub is_published: bool,
    /// The round began because of something that the client did to this document: it expects something new.
    pub is_expected: bool,
    /// The user stopped the round.
    pub is_stopped: bool,
    /// Shown while the round takes long.
    pub progress: Option<ShownProgress>,
    /// Tells the round that somebody waits for an answer.
    hurry: Arc<Notify>,
    waiting: Vec<(Need, Reply)>,
    /// The alarms of the last text that was analysed completely.
    alarms: Vec<String>,
}

impl Document {
    /// A document as it is opened.
    pub(super) fn new(version: i32, language: Language, text: String) -> Self {
        Self {
            version,
            text: Text::new(text),
            language,
            epoch: Current::default(),
            known: None,
            shown: None,
            reading: Arc::default(),
            missing: 0,
            has_complete_diagnostics: false,
            is_refused: false,
            is_pulled: false,
            is_published: false,
            is_expected: true,
            is_stopped: false,
            progress: None,
            hurry: Arc::default(),
            waiting: Vec::new(),
            alarms: Vec::new(),
        }
    }

    /// Begins a round; what is known of an older text is forgotten. Rounds of all documents have different
    /// numbers, so that none of a closed document is taken for one of its successor.
    pub(super) fn begin(&mut self, epoch: u64) -> (Epoch, Arc<Notify>) {
        self.abandon();
        self.hurry = Arc::default();
        (self.epoch.begin(epoch), Arc::clone(&self.hurry))
    }

    /// Makes all background work for this document stale, and forgets what is known of its text.
    pub(super) fn abandon(&mut self) {
        self.epoch.end();
        self.known = None;
        self.progress = None;
        self.is_stopped = false;
    }

    /// Ends the current round; what is known by now is all there is to know of this text.
    pub(super) fn stop(&mut self) {
        self.epoch.end();
        self.progress = None;
        self.is_stopped = true;
        self.answer();
    }

    /// Whether a round is the current one.
    pub(super) fn is_current(&self, epoch: u64) -> bool {
        self.epoch.number() == epoch
    }

    /// Whether all functions of the current text have their report, or will not get one.
    pub(super) fn is_complete(&self) -> bool {
        self.known.is_some() && (self.missing == 0 || self.is_stopped)
    }

    /// Takes in the functions of the current text.
    pub(super) fn list(&mut self, snapshot: Snapshot) {
        self.reading = Arc::clone(&snapshot.reading);
        self.missing = snapshot.functions.iter().filter(|(_, report)| report.is_none()).count();
        self.known = Some(Arc::new(snapshot));
    }

    /// Takes in the report of one of them.
    pub(super) fn learn(&mut self, index: usize, report: Arc<FunctionReport>) {
        let Some(known) = &mut self.known else { return };
        if let Some((_, slot @ None)) = Arc::make_mut(known).functions.get_mut(index) {
            *slot = Some(report);
            self.missing -= 1;
        }
    }

    /// All is known of the current text.
    pub(super) fn complete(&mut self) {
        self.shown.clone_from(&self.known);
    }

    /// The alarms of the current text that were not told of the text before.
    pub(super) fn new_alarms(&mut self) -> Vec<String> {
        let alarms = self.known.as_ref().map(|known| known.alarms()).unwrap_or_default();
        let told = std::mem::replace(&mut self.alarms, alarms);
        self.alarms.iter().filter(|alarm| !told.contains(alarm)).cloned().collect()
    }

    /// What is known of older texts does not hold any more, wherever one looks.
    pub(super) fn forget_shown(&mut self) {
        self.shown = None;
    }

    /// What is known of a place in a text that is not read yet.
    fn unaffected(&self, need: Need) -> Option<Arc<Snapshot>> {
        let (Need::Around(range), None) = (need, &self.known) else { return None };
        let (shown, source) = (self.shown.as_ref()?, self.text.source()?);
        unaffected(shown, source, self.version, range).map(Arc::new)
    }

    /// Answers a question now or as soon as it can be answered.
    pub(super) fn ask(&mut self, need: Need, reply: Reply) {
        if let Some(known) = self.unaffected(need) {
            let _ = reply.send(Ok(known));
            return;
        }
        self.waiting.push((need, reply));
        self.answer();
        // Somebody looks at a place; what asks for everything, as code lenses do, comes with every key.
        if matches!(need, Need::Around(_)) && !self.waiting.is_empty() {
            self.hurry.notify_one();
        }
    }

    /// Answers the questions that can be answered.
    pub(super) fn answer(&mut self) {
        let complete = self.is_complete();
        let Some(known) = &self.known else { return };
        for (need, reply) in std::mem::take(&mut self.waiting) {
            let ready = complete || matches!(need, Need::Around(range) if known.covers(range));
            if ready {
                let _ = reply.send(Ok(Arc::clone(known)));
            } else if !reply.is_closed() {
                self.waiting.push((need, reply));
            }
        }
    }

    /// Answers the questions about places in a text that is no more.
    pub(super) fn forget_places(&mut self) {
        for (need, reply) in std::mem::take(&mut self.waiting) {
            match need {
                Need::Everything => self.waiting.push((need, reply)),
                Need::Around(_) => drop(reply.send(Err(Unavailable::Changed))),
            }
        }
    }

    /// Answers all questions with the reason why there is no answer.
    pub(super) fn refuse(&mut self, reason: &Unavailable) {
        for (_, reply) in self.waiting.drain(..) {
            let _ = reply.send(Err(reason.clone()));
        }
    }
}
