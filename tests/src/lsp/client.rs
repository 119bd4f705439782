//! A client of the language server that answers the server's requests and records its messages.

use std::{path::PathBuf, time::Duration};

use csieve::lsp::{Analyse, Ended};
use serde_json::{Value, json};

use super::wire::Wire;

/// The longest time that the client waits for one message.
const PATIENCE: Duration = Duration::from_secs(60);

/// The properties of a client.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The client's `capabilities`. By default, the client shows the steps of diagnostics.
    pub capabilities: Value,
    /// The client's `initializationOptions`. A request for the server's status is always added.
    pub options: Value,
    /// The client's answer to `workspace/configuration`.
    pub configuration: Value,
    /// The folders that the client has open, as URIs.
    pub folders: Vec<String>,
    /// The folder of the server's cache; `None` for no cache.
    pub cache: Option<PathBuf>,
}

impl Default for Setup {
    fn default() -> Self {
        let capabilities = json!({"textDocument": {"publishDiagnostics": {"relatedInformation": true}}});
        let (options, configuration) = (Value::Null, Value::Null);
        Self { capabilities, options, configuration, folders: Vec::new(), cache: None }
    }
}

/// A client connected to a server.
#[derive(Debug)]
pub struct Client {
    wire: Wire,
    last_id: u64,
    /// The client's answer to `workspace/configuration`.
    pub configuration: Value,
    /// The server's answer to `initialize`.
    pub initialized: Value,
    /// All messages from the server, in order.
    pub log: Vec<Value>,
}

impl Client {
    /// Starts a server and initialises it.
    pub async fn start(analyse: Analyse, mut setup: Setup) -> Self {
        let wire = Wire::start(analyse, setup.cache.take());
        Self::over(wire, setup).await
    }

    /// Initialises a server that was started. The folder of the cache is that with which it was.
    pub async fn over(wire: Wire, setup: Setup) -> Self {
        let mut client = Self {
            wire,
            last_id: 0,
            configuration: setup.configuration,
            initialized: Value::Null,
            log: Vec::new(),
        };
        let mut options = setup.options;
        options["status"] = json!(true);
        let folders: Vec<Value> =
            setup.folders.iter().map(|uri| json!({"uri": uri, "name": "folder"})).collect();
        let params = json!({
            "processId": null, "rootUri": null, "workspaceFolders": folders,
            "capabilities": setup.capabilities, "initializationOptions": options,
        });
        client.initialized = client.request("initialize", params).await.expect("it initializes");
        client.notify("initialized", json!({})).await;
        client
    }

    /// Sends a notification.
    pub async fn notify(&mut self, method: &str, params: Value) {
        self.wire.send(&json!({"jsonrpc": "2.0", "method": method, "params": params})).await;
    }

    /// Sends raw bytes as the body of a message.
    pub async fn send_bytes(&mut self, bytes: &[u8]) {
        self.wire.send_bytes(bytes).await;
    }

    /// Sends a request. Returns the id of the request, for [`Self::answer`].
    pub async fn send(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.wire.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
        id
    }

    /// Waits for the answer to a request. Answers may arrive in another order than their requests.
    ///
    /// # Errors
    /// The error in the answer.
    pub async fn answer(&mut self, id: u64) -> Result<Value, Value> {
        let answer = self.ever(|message| message["id"] == id && message.get("method").is_none()).await;
        answer.get("error").map_or_else(|| Ok(answer["result"].clone()), |error| Err(error.clone()))
    }

    /// Sends a request and waits for the answer.
    ///
    /// # Errors
    /// The error in the answer.
    pub async fn request(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.send(method, params).await;
        self.answer(id).await
    }

    /// Waits for the next new message from the server that satisfies a condition.
    pub async fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.receive().await;
            if is_it(&message) {
                return message;
            }
        }
    }

    /// Returns the first message from the server that satisfies a condition: one that was already received,
    /// or the next new one.
    pub async fn ever(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        match self.log.iter().find(|message| is_it(message)) {
            Some(message) => message.clone(),
            None => self.until(is_it).await,
        }
    }

    async fn receive(&mut self) -> Value {
        let message = tokio::time::timeout(PATIENCE, self.wire.receive()).await;
        let message =
            message.unwrap_or_else(|elapsed| panic!("{elapsed}: nothing comes after {:#?}", self.log.last()));
        let message = message.expect("the server is there");
        if let (Some(method), Some(id)) = (message["method"].as_str(), message.get("id")) {
            let result = match method {
                "workspace/configuration" => json!([self.configuration]),
                "window/showDocument" => json!({"success": true}),
                _ => Value::Null,
            };
            self.wire.send(&json!({"jsonrpc": "2.0", "id": id, "result": result})).await;
        }
        self.log.push(message.clone());
        message
    }

    /// Opens a C file as version 1.
    pub async fn open(&mut self, uri: &str, text: &str) {
        let item = json!({"uri": uri, "languageId": "c", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": item})).await;
    }

    /// Changes a document.
    pub async fn change(&mut self, uri: &str, version: i64, changes: Value) {
        let params = json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": changes});
        self.notify("textDocument/didChange", params).await;
    }

    /// Closes a document.
    pub async fn close_document(&mut self, uri: &str) {
        self.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}})).await;
    }

    /// Waits for the diagnostics of the complete analysis of a document's version. Partial diagnostics that
    /// come earlier are skipped: only after the complete ones does the server report that it is idle.
    pub async fn published(&mut self, uri: &str, version: i64) -> Vec<Value> {
        let mut at = 0;
        let mut last = None;
        loop {
            while at == self.log.len() {
                self.receive().await;
            }
            let message = &self.log[at];
            at += 1;
            if is_publication(message, uri) {
                last = Some(message).filter(|message| message["params"]["version"] == version).cloned();
            } else if message["params"]["state"] == "idle"
                && let Some(published) = &last
            {
                return published["params"]["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }

    /// Waits for new diagnostics of a document and for the end of all work. Returns the last diagnostics of
    /// the document.
    pub async fn published_anew(&mut self, uri: &str) -> Vec<Value> {
        let published = self.until(|message| is_publication(message, uri)).await;
        self.idle().await;
        let last = self.log.iter().rfind(|message| is_publication(message, uri));
        last.unwrap_or(&published)["params"]["diagnostics"].as_array().expect("a list").clone()
    }

    /// Waits until no document is being analysed.
    pub async fn idle(&mut self) {
        let state = |log: &[Value]| {
            log.iter().rev().find_map(|message| message["params"]["state"].as_str().map(str::to_owned))
        };
        while state(&self.log).is_none_or(|state| state != "idle") {
            self.receive().await;
        }
    }

    /// Returns all versions of a document for which diagnostics were published, in order.
    pub fn published_versions(&self, uri: &str) -> Vec<Option<i64>> {
        let published = self.log.iter().filter(|message| is_publication(message, uri));
        published.map(|message| message["params"]["version"].as_i64()).collect()
    }

    /// Sends `shutdown` and `exit`, and waits until the server ends.
    pub async fn exit(mut self) -> Ended {
        self.request("shutdown", Value::Null).await.expect("it shuts down");
        self.wire.send(&json!({"jsonrpc": "2.0", "method": "exit"})).await;
        tokio::time::timeout(PATIENCE, self.wire.ended()).await.expect("it ends")
    }

    /// Kills the program that serves, if it is one.
    pub async fn kill(self) {
        self.wire.kill().await;
    }

    /// Closes the stream without `shutdown` or `exit`, and waits until the server ends.
    pub async fn vanish(self) -> Ended {
        tokio::time::timeout(PATIENCE, self.wire.close()).await.expect("it ends")
    }
}

fn is_publication(message: &Value, uri: &str) -> bool {
    message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri
}
