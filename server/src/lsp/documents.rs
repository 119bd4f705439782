//! The channel to the single owner of all open documents.
//!
//! Handlers of the protocol run concurrently, so none of them touches a text. Each handler sends an [`Event`]
//! in its first poll, before it awaits anything. The transport polls handlers for the first time in the order
//! in which their messages arrived. The owner handles the events one by one on a thread of its own. So a
//! question is answered from a text with all changes that were sent before the question, and none that were
//! sent after it.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use serde_json::Value;
use tokio::sync::oneshot;
use tower_lsp::lsp_types::{Range, TextDocumentContentChangeEvent, TextDocumentItem, Url};

use super::{
    document::{Need, Reply, Unavailable},
    fixes::Question,
    judge,
    owner::{Files, Owner},
    raw::RawText,
    rule_matches,
    schedule::Progress,
    session::Session,
    snapshot::Snapshot,
    workspace::{Depth, WorkspaceProgress},
};

/// An event for the owner of the documents.
#[derive(Debug)]
pub(crate) enum Event {
    /// Client and server have agreed on their capabilities.
    Start(Session),
    /// The client is ready for requests.
    Ready,
    /// Folders of the workspace were opened or closed.
    Folders {
        /// The folders that were opened.
        added: Vec<PathBuf>,
        /// The folders that were closed.
        removed: Vec<PathBuf>,
    },
    /// A request to go through all files of the workspace; `None` for as far as the settings ask.
    CheckWorkspace(Option<Depth>),
    /// A progress report from the analysis of the workspace.
    Workspace {
        /// The number of the workspace analysis.
        epoch: u64,
        /// The report.
        progress: WorkspaceProgress,
    },
    /// A request for the diagnostics of all files of the workspace.
    AskFiles(oneshot::Sender<Files>),
    /// New settings: the section `csieve`.
    Configure(Value),
    /// A document was opened.
    Open(TextDocumentItem),
    /// A document changed.
    Change {
        /// The URI of the document.
        uri: Url,
        /// The version after the changes.
        version: i32,
        /// The changes, to be applied in order.
        changes: Vec<TextDocumentContentChangeEvent>,
    },
    /// A document was saved.
    Save {
        /// The URI of the document.
        uri: Url,
        /// The saved text, if the client sends it.
        text: Option<String>,
    },
    /// A document was closed.
    Close(Url),
    /// Files on disk changed, or may have changed.
    Watched(Vec<Url>),
    /// A request to check whether the results of documents are stale.
    Recheck,
    /// A file that a document's analysis read, such as a header, has changed.
    Stale {
        /// The URI of the document.
        uri: Url,
        /// The number of the analysis round with the stale results.
        epoch: u64,
    },
    /// An analysis round takes so long that progress should be shown.
    Long {
        /// The URI of the document.
        uri: Url,
        /// The number of the analysis round.
        epoch: u64,
    },
    /// A question about a document.
    Ask {
        /// The URI of the document.
        uri: Url,
        /// The reports that must be known before the answer.
        need: Need,
        /// The channel for the answer.
        reply: Reply,
    },
    /// An editor shows these ranges of a document.
    Visible {
        /// The URI of the document.
        uri: Url,
        /// The ranges.
        ranges: Vec<Range>,
    },
    /// A question about the text of a document. It has no answer if there is nothing to say about the document.
    AskTree {
        /// The URI of the document.
        uri: Url,
        /// The channel for the answer.
        reply: oneshot::Sender<RawText>,
    },
    /// A question for quick fixes of a document.
    Fixes(Question),
    /// A question for what rules match in a document.
    RuleMatches(rule_matches::Question),
    /// A question for verdicts on what other tools say of a document.
    Judge(judge::Question),
    /// The client has requested the diagnostics of this document.
    Pulled(Url),
    /// The user cancels the analysis whose progress is shown under this token.
    Cancel(String),
    /// A progress report from the analysis of a document.
    Progress {
        /// The URI of the document.
        uri: Url,
        /// The number of the analysis round.
        epoch: u64,
        /// The report.
        progress: Progress,
    },
    /// The client is gone, so all analyses stop.
    Stop,
}

impl Event {
    /// Returns the document that the event is about; `None` if the event is not about a single document.
    fn document(&self) -> Option<&Url> {
        match self {
            Self::Open(item) => Some(&item.uri),
            Self::Change { uri, .. }
            | Self::Save { uri, .. }
            | Self::Close(uri)
            | Self::Pulled(uri)
            | Self::Visible { uri, .. }
            | Self::Stale { uri, .. }
            | Self::Long { uri, .. }
            | Self::Ask { uri, .. }
            | Self::AskTree { uri, .. }
            | Self::Progress { uri, .. } => Some(uri),
            Self::Fixes(question) => Some(&question.snapshot.uri),
            Self::RuleMatches(question) => Some(&question.snapshot.uri),
            Self::Judge(question) => Some(&question.snapshot.uri),
            Self::Start(_)
            | Self::Ready
            | Self::Folders { .. }
            | Self::CheckWorkspace(_)
            | Self::Workspace { .. }
            | Self::AskFiles(_)
            | Self::Configure(_)
            | Self::Watched(_)
            | Self::Recheck
            | Self::Cancel(_)
            | Self::Stop => None,
        }
    }
}

/// A sender of events to the owner of the documents.
#[derive(Clone, Debug)]
pub(crate) struct Documents {
    events: Sender<Event>,
}

impl Documents {
    /// Creates a sender, and the receiver of its events for the owner.
    pub(super) fn new() -> (Self, Receiver<Event>) {
        let (events, received) = channel();
        (Self { events }, received)
    }

    /// Sends an event without waiting.
    pub(super) fn send(&self, event: Event) {
        if self.events.send(event).is_err() {
            tracing::error!("the owner of the documents is gone");
        }
    }

    /// Sends a question at once. The returned future waits for the answer.
    pub(super) fn ask(
        &self,
        uri: Url,
        need: Need,
    ) -> impl Future<Output = Result<Arc<Snapshot>, Unavailable>> + Send + use<> {
        let (reply, answer) = oneshot::channel();
        self.send(Event::Ask { uri, need, reply });
        async { answer.await.unwrap_or(Err(Unavailable::NotOpen)) }
    }

    /// Asks at once for the raw tree of a document's current text, and computes an answer in the background.
    /// The answer is `None` if the settings or the document give none.
    pub(super) fn ask_tree<T: Send + 'static, F: FnOnce(RawText) -> T + Send + 'static>(
        &self,
        uri: Url,
        compute: F,
    ) -> impl Future<Output = Option<T>> + Send + use<T, F> {
        let (reply, answer) = oneshot::channel();
        self.send(Event::AskTree { uri, reply });
        async move {
            let raw = answer.await.ok()?;
            tokio::task::spawn_blocking(move || compute(raw)).await.ok()
        }
    }
}

/// Starts the owner's thread, which ends at [`Event::Stop`].
///
/// # Errors
/// If the system cannot start a thread.
pub(crate) fn start(mut owner: Owner, events: Receiver<Event>) -> std::io::Result<()> {
    let run = move || {
        for event in events {
            if matches!(event, Event::Stop) {
                owner.stop();
                break;
            }
            let uri = event.document().cloned();
            if catch_unwind(AssertUnwindSafe(|| owner.handle(event))).is_err()
                && let Some(uri) = uri
            {
                owner.give_up(&uri);
            }
        }
    };
    thread::Builder::new().name("documents".to_owned()).spawn(run).map(drop)
}
