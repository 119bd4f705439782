//! Notifications from the server to the client, sent in order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tokio::{runtime::Handle, sync::mpsc};
use tower_lsp::{
    Client,
    lsp_types::{Diagnostic, MessageType, Url, notification::Notification},
};

use super::session::Session;

/// A notification to the client.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// The diagnostics of one version of a document, or of a file that is not open.
    Diagnostics {
        /// The URI of the document.
        uri: Url,
        /// The version that the diagnostics describe; `None` for a file that is not open.
        version: Option<i32>,
        /// All diagnostics of the document.
        diagnostics: Vec<Diagnostic>,
    },
    /// A message for the user.
    Message {
        /// The severity of the message.
        severity: MessageType,
        /// The message as a sentence.
        text: String,
    },
    /// A sentence for the log.
    Log(String),
    /// The notification `csieve/status`.
    Status(Status),
    /// A request to the client to ask for diagnostics, code lenses and inlay hints again.
    Refresh(Session),
}

/// The activity of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// A document is being analysed.
    Analysing,
    /// All open documents are analysed.
    Idle,
    /// The user turned the analysis off.
    Off,
}

/// The parameters of the notification `csieve/status`, about all open documents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// The activity of the server.
    pub state: State,
    /// The number of functions in open documents that are still to be analysed, as far as they are known.
    pub pending: usize,
    /// The number of analysed functions.
    pub analysed: usize,
    /// The number of skipped functions.
    pub skipped: usize,
    /// The number of skipped functions by reason.
    pub reasons: BTreeMap<String, usize>,
}

impl Notification for Status {
    type Params = Self;
    const METHOD: &'static str = "csieve/status";
}

/// A queue that sends notifications in order, without making the sender wait.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    queue: mpsc::UnboundedSender<Outgoing>,
}

impl Outbox {
    /// Starts the task that sends the notifications.
    pub(super) fn new(client: Client, runtime: &Handle) -> Self {
        let (queue, mut outgoing) = mpsc::unbounded_channel();
        runtime.spawn(async move {
            while let Some(next) = outgoing.recv().await {
                send(&client, next).await;
            }
        });
        Self { queue }
    }

    /// Queues a notification. Does nothing if the client is gone.
    pub(super) fn send(&self, outgoing: Outgoing) {
        let _ = self.queue.send(outgoing);
    }

    /// Shows a message to the user.
    pub(super) fn message(&self, severity: MessageType, text: impl Into<String>) {
        self.send(Outgoing::Message { severity, text: text.into() });
    }
}

async fn send(client: &Client, outgoing: Outgoing) {
    match outgoing {
        Outgoing::Diagnostics { uri, version, diagnostics } => {
            client.publish_diagnostics(uri, diagnostics, version).await;
        }
        Outgoing::Message { severity, text } => client.show_message(severity, text).await,
        Outgoing::Log(text) => client.log_message(MessageType::INFO, text).await,
        Outgoing::Status(status) => client.send_notification::<Status>(status).await,
        Outgoing::Refresh(session) => refresh(client, session),
    }
}

/// Asks the client to request diagnostics, code lenses and inlay hints again. These requests are sent in tasks of their
/// own, because clients may answer late.
fn refresh(client: &Client, session: Session) {
    if session.refreshes_diagnostics && session.pull {
        let client = client.clone();
        tokio::spawn(async move { client.workspace_diagnostic_refresh().await });
    }
    if session.refreshes_lenses {
        let client = client.clone();
        tokio::spawn(async move { client.code_lens_refresh().await });
    }
    if session.refreshes_hints {
        let client = client.clone();
        tokio::spawn(async move { client.inlay_hint_refresh().await });
    }
}
