//! An LSP client that talks to a server over the server's standard input and output.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

/// The longest wait for the next message of the server.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server, with the messages it sent and when each one arrived.
pub(crate) struct Client {
    server: Child,
    input: ChildStdin,
    said: Receiver<(Instant, Value)>,
    log: Vec<(Instant, Value)>,
    requests: u64,
}

impl Client {
    /// Starts a server and initializes the session.
    pub(crate) fn start(program: &str) -> Self {
        let mut server = Command::new(program)
            .args(["serve", "--no-cache"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let input = server.stdin.take().expect("it reads");
        let output = server.stdout.take().expect("it writes");
        let (send, said) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(mut message) = read(&mut output) {
                // Only the number of diagnostics is used, so only that is kept.
                if let Some(diagnostics) = message.pointer_mut("/params/diagnostics") {
                    *diagnostics = json!(diagnostics.as_array().map_or(0, Vec::len));
                }
                if send.send((Instant::now(), message)).is_err() {
                    break;
                }
            }
        });
        let mut client = Self { server, input, said, log: Vec::new(), requests: 0 };
        let capabilities = json!({"textDocument": {"publishDiagnostics": {"relatedInformation": true}}});
        let params = json!({"processId": null, "rootUri": null, "capabilities": capabilities,
            "initializationOptions": {"status": true}});
        let id = client.request("initialize", &params);
        client.answer(id);
        client.notify("initialized", &json!({}));
        client
    }

    /// Opens a document as version 1.
    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let item = json!({"uri": uri, "languageId": "c", "version": 1, "text": text});
        self.notify("textDocument/didOpen", &json!({"textDocument": item}));
    }

    /// Waits until the server reports that it is idle. Returns the number of diagnostics last published for a
    /// document.
    pub(crate) fn analysed(&mut self, uri: &str) -> u64 {
        self.wait(|message| message["params"]["state"] == "idle");
        let last = self.log.iter().rfind(|(_, message)| message["params"]["uri"] == uri);
        last.and_then(|(_, message)| message["params"]["diagnostics"].as_u64()).unwrap_or_default()
    }

    /// Inserts a text at a line and a column, both from 0.
    pub(crate) fn insert(&mut self, uri: &str, version: i64, (line, character): (usize, usize), text: &str) {
        let at = json!({"line": line, "character": character});
        self.change(uri, version, &json!({"range": {"start": at, "end": at}, "text": text}));
    }

    /// Replaces the whole text of a document.
    pub(crate) fn replace(&mut self, uri: &str, version: i64, text: &str) {
        self.change(uri, version, &json!({"text": text}));
    }

    fn change(&mut self, uri: &str, version: i64, change: &Value) {
        let document = json!({"uri": uri, "version": version});
        let params = json!({"textDocument": document, "contentChanges": [change]});
        self.notify("textDocument/didChange", &params);
    }

    /// Asks for a hover on a line and returns the time until the answer.
    pub(crate) fn hover(&mut self, uri: &str, line: usize) -> Duration {
        let params = json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": 20}});
        let asked = Instant::now();
        let id = self.request("textDocument/hover", &params);
        self.answer(id) - asked
    }

    /// Waits for the diagnostics of a document's version and returns their number.
    pub(crate) fn diagnostics(&mut self, uri: &str, version: i64) -> u64 {
        let (_, message) = self.published(uri, version);
        message["params"]["diagnostics"].as_u64().unwrap_or_default()
    }

    /// Waits for the diagnostics of a document's version and returns the time when they arrived.
    pub(crate) fn diagnostics_at(&mut self, uri: &str, version: i64) -> Instant {
        self.published(uri, version).0
    }

    fn published(&mut self, uri: &str, version: i64) -> (Instant, Value) {
        let found =
            self.wait(|message| message["params"]["uri"] == uri && message["params"]["version"] == version);
        self.log.clear();
        found
    }

    /// Returns the server's resident memory in KiB, or 0 where the system does not tell.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.server.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or_default()
    }

    fn answer(&mut self, id: u64) -> Instant {
        self.wait(|message| message["id"] == id && message.get("method").is_none()).0
    }

    fn wait(&mut self, is_it: impl Fn(&Value) -> bool) -> (Instant, Value) {
        loop {
            if let Some(at) = self.log.iter().position(|(_, message)| is_it(message)) {
                return self.log.swap_remove(at);
            }
            let next = self.said.recv_timeout(PATIENCE).expect("the server answers");
            self.log.push(next);
        }
    }

    fn request(&mut self, method: &str, params: &Value) -> u64 {
        self.requests += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.requests, "method": method, "params": params}));
        self.requests
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("the server listens");
        self.input.flush().expect("the server listens");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        output.read_line(&mut line).ok().filter(|read| *read > 0)?;
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", digits)) => length = digits.parse().ok()?,
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
