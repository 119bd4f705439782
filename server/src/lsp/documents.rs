//! The single owner of all open documents.
//!
//! Handlers of the protocol run concurrently, so none of them touches a text. Each sends an [`Event`] in
//! its first poll, before it awaits anything, and the transport polls handlers for the first time in the
//! order in which their messages arrived. The owner takes the events one by one on a thread of its own:
//! a question is answered from a text with all changes that were sent before it, and none after.

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
use tower_lsp::lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Url};

use super::{
    document::{Need, Reply, Unavailable},
    owner::{Files, Owner},
    schedule::Progress,
    session::Session,
    snapshot::Snapshot,
    workspace::WorkspaceProgress,
};

/// Something that happens to the documents.
#[derive(Debug)]
pub(crate) enum Event {
    /// Client and server agreed on something.
    Start(Session),
    /// Folders of the workspace were opened and closed.
    Folders {
        /// The new ones.
        added: Vec<PathBuf>,
        /// Those that are closed.
        removed: Vec<PathBuf>,
    },
    /// All files of the workspace are to be analysed.
    CheckWorkspace,
    /// The analysis of the workspace reports something.
    Workspace {
        /// Its run.
        epoch: u64,
        /// What it reports.
        progress: WorkspaceProgress,
    },
    /// Somebody asks for the diagnostics of all files.
    AskFiles(oneshot::Sender<Files>),
    /// The section `csieve` of the settings.
    Configure(Value),
    /// A document is opened.
    Open(TextDocumentItem),
    /// A document changes.
    Change {
        /// The document.
        uri: Url,
        /// Its version after the changes.
        version: i32,
        /// The changes, one after the other.
        changes: Vec<TextDocumentContentChangeEvent>,
    },
    /// A document is saved.
    Save {
        /// The document.
        uri: Url,
        /// Its text, if the client sends it.
        text: Option<String>,
    },
    /// A document is closed.
    Close(Url),
    /// Files on disk changed, or may have.
    Watched(Vec<Url>),
    /// It is time to check whether documents are stale.
    Recheck,
    /// What a document was made of has changed since the round.
    Stale {
        /// The document.
        uri: Url,
        /// The round.
        epoch: u64,
    },
    /// A round takes long.
    Long {
        /// The document.
        uri: Url,
        /// The round.
        epoch: u64,
    },
    /// Somebody asks for what is known about a document.
    Ask {
        /// The document.
        uri: Url,
        /// What must be known.
        need: Need,
        /// Where the answer goes.
        reply: Reply,
    },
    /// The client asks for the diagnostics of a document itself.
    Pulled(Url),
    /// The user cancels the progress with this token.
    Cancel(String),
    /// The background reports something.
    Progress {
        /// The document.
        uri: Url,
        /// The round.
        epoch: u64,
        /// What is reported.
        progress: Progress,
    },
    /// The client is gone: no analysis goes on.
    Stop,
}

impl Event {
    /// The document it is about.
    fn document(&self) -> Option<&Url> {
        match self {
            Self::Open(item) => Some(&item.uri),
            Self::Change { uri, .. }
            | Self::Save { uri, .. }
            | Self::Close(uri)
            | Self::Pulled(uri)
            | Self::Stale { uri, .. }
            | Self::Long { uri, .. }
            | Self::Ask { uri, .. }
            | Self::Progress { uri, .. } => Some(uri),
            Self::Start(_)
            | Self::Folders { .. }
            | Self::CheckWorkspace
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

/// The way to the owner.
#[derive(Clone, Debug)]
pub(crate) struct Documents {
    events: Sender<Event>,
}

impl Documents {
    /// The way to an owner, and the events for it.
    pub(super) fn new() -> (Self, Receiver<Event>) {
        let (events, received) = channel();
        (Self { events }, received)
    }

    /// Sends an event, at once.
    pub(super) fn send(&self, event: Event) {
        if self.events.send(event).is_err() {
            tracing::error!("the owner of the documents is gone");
        }
    }

    /// Asks, at once; the future is only the answer.
    pub(super) fn ask(
        &self,
        uri: Url,
        need: Need,
    ) -> impl Future<Output = Result<Arc<Snapshot>, Unavailable>> + Send + use<> {
        let (reply, answer) = oneshot::channel();
        self.send(Event::Ask { uri, need, reply });
        async { answer.await.unwrap_or(Err(Unavailable::NotOpen)) }
    }
}

/// Starts the owner's thread. It ends with [`Event::Stop`].
///
/// # Errors
/// If the system has no thread to give.
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
