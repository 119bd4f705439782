//! One open document: its text, and the state of its analysis.

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

use csieve_analysis::finding::FunctionReport;
use tokio::sync::{Notify, oneshot};
use tower_lsp::lsp_types::Range;

use super::{
    attention::Attention,
    epoch::{Current, Epoch},
    held::held,
    language::Language,
    progress::ShownProgress,
    snapshot::{Basis, Snapshot},
    text::Text,
    unaffected::unaffected,
};
use crate::project::Reading;

/// The reports that must be known before a question about a document can be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// The functions of the text and its unit, without reports.
    Listed,
    /// The reports of all functions.
    Everything,
    /// The reports of all functions of the text that the client had when it asked.
    EverythingNow,
    /// The reports of the functions that a range touches. The range is in the text that the client had when
    /// it asked.
    Around(Range),
}

/// The reason why a question about a document has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unavailable {
    /// The document is not open.
    NotOpen,
    /// The text changed before the question could be answered.
    Changed,
    /// The document is not analysed, for the given reason.
    NotAnalysed(String),
}

/// The channel for the answer to a question about a document.
pub(crate) type Reply = oneshot::Sender<Result<Arc<Snapshot>, Unavailable>>;

/// An open document.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what is known of a document and its client are independent facts"
)]
pub(crate) struct Document {
    /// The version of the text, as the client counts.
    pub version: i32,
    /// The text of the document.
    pub text: Text,
    /// The language of the document.
    pub language: Language,
    /// The number of the current analysis round. Results of other analysis rounds are stale.
    pub epoch: Current,
    /// The functions of the current text with the reports so far; `None` before the text is parsed.
    pub known: Option<Arc<Snapshot>>,
    /// The results for the last text that was analysed completely. Their diagnostics are shown until newer
    /// ones are known.
    shown: Option<Arc<Snapshot>>,
    /// A hash of what other files know of the text that the last workspace analysis saw. `None` if that
    /// is not known: the text was not read yet when that analysis began.
    pub interface: Option<u64>,
    /// When the text was edited last, or took the place of another; `None` if it is the one that was opened.
    pub edited: Option<Instant>,
    /// Notes from the last time that the text was read.
    pub reading: Arc<Reading>,
    /// The number of functions of the current text without a report.
    pub missing: usize,
    /// Whether the diagnostics that are shown come from some complete analysis.
    pub has_complete_diagnostics: bool,
    /// Whether the document is not to be analysed.
    pub is_refused: bool,
    /// Whether the client requests the diagnostics of this document, so that they are not published.
    pub is_pulled: bool,
    /// Whether diagnostics were published.
    pub is_published: bool,
    /// Whether the current analysis round began because the client did something to this document, so that
    /// the client expects new diagnostics.
    pub is_expected: bool,
    /// Whether the user stopped the current analysis round.
    pub is_stopped: bool,
    /// The progress display, shown if the current analysis round takes long.
    pub progress: Option<ShownProgress>,
    /// What is analysed first.
    pub attention: Arc<Attention>,
    /// Whether all functions of some text of the document were summarised.
    pub is_summarised: Arc<AtomicBool>,
    /// Tells the current analysis round that a question waits for an answer.
    hurry: Arc<Notify>,
    waiting: Vec<(Need, Reply)>,
    /// The alarms of the last text that was analysed completely.
    alarms: Vec<String>,
}

impl Document {
    /// Creates a document that was just opened.
    pub(super) fn new(version: i32, language: Language, text: String) -> Self {
        Self {
            version,
            text: Text::new(text),
            language,
            epoch: Current::default(),
            known: None,
            shown: None,
            interface: None,
            edited: None,
            reading: Arc::default(),
            missing: 0,
            has_complete_diagnostics: false,
            is_refused: false,
            is_pulled: false,
            is_published: false,
            is_expected: true,
            is_stopped: false,
            progress: None,
            attention: Arc::default(),
            is_summarised: Arc::default(),
            hurry: Arc::default(),
            waiting: Vec::new(),
            alarms: Vec::new(),
        }
    }

    /// Takes the place of the document `old`, which was not closed. Other files know the text of that one, not the one on disk.
    pub(super) fn replace(&mut self, old: &Self) {
        self.interface = old.interface;
        self.edited = Some(Instant::now());
    }

    /// Begins an analysis round and forgets the reports known so far. The numbers of analysis rounds are
    /// unique across documents, so that results of a closed document are not taken for those of a reopened
    /// one.
    pub(super) fn begin(&mut self, epoch: u64) -> (Epoch, Arc<Notify>) {
        self.abandon();
        self.hurry = Arc::default();
        (self.epoch.begin(epoch), Arc::clone(&self.hurry))
    }

    /// Makes all background work for this document stale, and forgets the reports known so far.
    pub(super) fn abandon(&mut self) {
        self.epoch.end();
        self.known = None;
        self.progress = None;
        self.is_stopped = false;
    }

    /// Ends the current analysis round and answers all questions with the results so far.
    pub(super) fn stop(&mut self) {
        self.epoch.end();
        self.progress = None;
        self.is_stopped = true;
        self.answer();
    }

    /// Returns whether the analysis round with this number is the current one.
    pub(super) fn is_current(&self, epoch: u64) -> bool {
        self.epoch.number() == epoch
    }

    /// Returns whether all functions of the current text have a report, or the user stopped the analysis
    /// round.
    pub(super) fn is_complete(&self) -> bool {
        self.known.is_some() && (self.missing == 0 || self.is_stopped)
    }

    /// Stores the functions of the current text, with the reports that are known already.
    pub(super) fn list(&mut self, snapshot: Snapshot) {
        self.reading = Arc::clone(&snapshot.reading);
        self.missing = snapshot.functions.iter().filter(|(_, report)| report.is_none()).count();
        self.known = Some(Arc::new(snapshot));
    }

    /// Stores the report of the function with this index into the list of the current text's functions.
    pub(super) fn learn(&mut self, index: usize, report: Arc<FunctionReport>) {
        let Some(known) = &mut self.known else { return };
        if let Some((_, slot @ None)) = Arc::make_mut(known).functions.get_mut(index) {
            *slot = Some(report);
            self.missing -= 1;
        }
    }

    /// Keeps the findings of functions that cannot be read any more, once all functions of the current text have a
    /// report. They stay until the functions can be read again.
    pub(super) fn hold(&mut self) {
        if !self.is_complete() {
            return;
        }
        let (Some(shown), Some(known)) = (&self.shown, &mut self.known) else { return };
        let held = held(shown, known);
        if !held.is_empty() {
            let known = Arc::make_mut(known);
            for (at, report) in held {
                known.functions[at].1 = Some(report);
            }
        }
    }

    /// Returns whether other files know something else of the functions of the current text than they should. If they know
    /// the text that is on disk, that is noted.
    pub(super) fn is_news(&mut self, basis: &Basis) -> bool {
        let is_news = match self.interface {
            Some(seen) => seen != basis.interface,
            None => self.edited.is_some() || basis.is_unsaved,
        };
        if !is_news {
            self.interface = Some(basis.interface);
        }
        is_news
    }

    /// Notes that a workspace analysis begins, which sees the current text.
    pub(super) fn is_seen(&mut self) {
        let basis = self.known.as_ref().and_then(|known| known.basis.as_ref());
        self.interface = basis.map(|basis| basis.interface);
    }

    /// Marks the current text as completely analysed, so that its results are shown.
    pub(super) fn complete(&mut self) {
        self.shown.clone_from(&self.known);
    }

    /// Returns the alarms of the current text that the user was not told about the last completely analysed
    /// text.
    pub(super) fn new_alarms(&mut self) -> Vec<String> {
        let alarms = self.known.as_ref().map(|known| known.alarms()).unwrap_or_default();
        let told = std::mem::replace(&mut self.alarms, alarms);
        self.alarms.iter().filter(|alarm| !told.contains(alarm)).cloned().collect()
    }

    /// Forgets the results of older texts, because they no longer hold at any place.
    pub(super) fn forget_shown(&mut self) {
        self.shown = None;
    }

    /// Returns the results of an older text for a place that the edits since then do not affect. `None` if an
    /// edit affects the place, or if the current text is already parsed.
    fn unaffected(&self, need: Need) -> Option<Arc<Snapshot>> {
        let (Need::Around(range), None) = (need, &self.known) else { return None };
        let (shown, source) = (self.shown.as_ref()?, self.text.source()?);
        unaffected(shown, source, self.version, range).map(Arc::new)
    }

    /// Answers a question now, or as soon as it can be answered.
    pub(super) fn ask(&mut self, need: Need, reply: Reply) {
        if let Some(known) = self.unaffected(need) {
            let _ = reply.send(Ok(known));
            return;
        }
        self.waiting.push((need, reply));
        self.answer();
        // A question about a place is urgent. Questions about the whole document, as for code lenses, come
        // with every key press and can wait.
        if let Need::Around(range) = need
            && !self.waiting.is_empty()
        {
            self.attention.ask(range);
            self.hurry.notify_one();
        }
    }

    /// Answers the waiting questions for which all needed reports are known.
    pub(super) fn answer(&mut self) {
        let complete = self.is_complete();
        let Some(known) = &self.known else { return };
        for (need, reply) in std::mem::take(&mut self.waiting) {
            let ready = match need {
                Need::Listed => complete || known.basis.is_some(),
                Need::Everything | Need::EverythingNow => complete,
                Need::Around(range) => complete || known.covers(range),
            };
            if ready {
                let _ = reply.send(Ok(Arc::clone(known)));
            } else if !reply.is_closed() {
                self.waiting.push((need, reply));
            }
        }
    }

    /// Answers the questions about places in an outdated text with [`Unavailable::Changed`].
    pub(super) fn forget_places(&mut self) {
        for (need, reply) in std::mem::take(&mut self.waiting) {
            match need {
                Need::Listed | Need::Everything => self.waiting.push((need, reply)),
                Need::EverythingNow | Need::Around(_) => drop(reply.send(Err(Unavailable::Changed))),
            }
        }
    }

    /// Answers all waiting questions with the reason why there is no answer.
    pub(super) fn refuse(&mut self, reason: &Unavailable) {
        for (_, reply) in self.waiting.drain(..) {
            let _ = reply.send(Err(reason.clone()));
        }
    }
}
