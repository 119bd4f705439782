//! What the server tells the client on its own account, in order.

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
    /// Diagnostics of one version; no version where a document is cleared.
    Diagnostics {
        /// The document.
        uri: Url,
        /// The version they describe.
        version: Option<i32>,
        /// All of them.
        diagnostics: Vec<Diagnostic>,
    },
    /// A sentence for the user.
    Message {
        /// How important it is.
        severity: MessageType,
        /// The sentence.
        text: String,
    },
    /// A sentence for the log.
    Log(String),
    /// `csieve/status`.
    Status(Status),
    /// There is something new to ask for.
    Refresh(Session),
}

/// Whether the server is at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// A document is being analysed.
    Analysing,
    /// All open documents are analysed.
    Idle,
    /// The user turned it off.
    Off,
}

/// Params of the notification `csieve/status`, about all open documents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// Whether the server is at work.
    pub state: State,
    /// Functions that are still to be analysed, as far as they are known.
    pub pending: usize,
    /// Functions analysed.
    pub analysed: usize,
    /// Functions skipped.
    pub skipped: usize,
    /// Why functions were skipped, with how many.
    pub reasons: BTreeMap<String, usize>,
}

impl Notification for Status {
    type Params = Self;
    const METHOD: &'static str = "csieve/status";
}

/// Sends notifications in the order in which they are given, without making anyone wait.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    queue: mpsc::UnboundedSender<Outgoing>,
}

impl Outbox {
    /// Starts the task that sends.
    pub(super) fn new(client: Client, runtime: &Handle) -> Self {
        let (queue, mut outgoing) = mpsc::unbounded_channel();
        runtime.spawn(async move {
            while let Some(next) = outgoing.recv().await {
                send(&client, next).await;
            }
        });
        Self { queue }
    }

    /// Sends a notification; nothing if the client is gone.
    pub(super) fn send(&self, outgoing: Outgoing) {
        let _ = self.queue.send(outgoing);
    }

    /// Shows a sentence to the user.
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

/// In tasks of their own, because clients answer when they like.
fn refresh(client: &Client, session: Session) {
    if session.refreshes_diagnostics && session.pull {
        let client = client.clone();
        tokio::spawn(async move { client.workspace_diagnostic_refresh().await });
    }
    if session.refreshes_lenses {
        let client = client.clone();
        tokio::spawn(async move { client.code_lens_refresh().await });
    }
}
