//! Reads and writes the messages of the protocol.
//!
//! tower-lsp's own transport is not used, for four reasons found in its source (version 0.20). It ends at the
//! first message that is not valid JSON. After `exit`, it waits for one more message. A handler that awaits
//! the client can block the reader once 100 messages queue behind it. And the answer to a later request may
//! overtake diagnostics that wait to be written.
//!
//! Here, every handler is polled once before the next message is read, so the first polls happen in the order
//! of arrival (see [`super::documents`]). Then the handler goes on as a task. One writer writes all messages.
//! The writer drops diagnostics of a version that is outdated when they would be written.

use std::{panic::AssertUnwindSafe, task::Poll, time::Duration};

use futures::{FutureExt, SinkExt, StreamExt};
use serde_json::Value;
use tokio::{
    io::{AsyncBufRead, AsyncRead, AsyncWrite, BufReader},
    sync::mpsc,
    task::JoinSet,
};
use tower_lsp::{
    ClientSocket, LspService,
    jsonrpc::{Error, Id, Request, Response},
};
use tower_service::Service;

use super::{
    frame::{read_frame, write_frame},
    parent::Parent,
    server::Server,
    surrogates,
    versions::Versions,
};

/// The longest wait for unfinished answers after the last message of the client.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// The way in which a conversation with a client ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// Whether the client sent `shutdown` before it left.
    pub after_shutdown: bool,
}

/// Talks with a client until it sends `exit`, closes the connection, or ends.
pub(super) async fn run<I, O>(
    (input, output): (I, O),
    (mut service, socket): (LspService<Server>, ClientSocket),
    versions: Versions,
    parent: Parent,
) -> Ended
where
    I: AsyncRead + Unpin,
    O: AsyncWrite + Unpin,
{
    let (requests, mut client_answers) = socket.split();
    let (answers, to_write) = mpsc::unbounded_channel();
    let reader = async {
        let mut input = BufReader::new(input);
        let mut tasks = JoinSet::new();
        let mut ended = Ended::default();
        loop {
            let message = tokio::select! {
                message = next(&mut input, &answers) => message,
                () = parent.ended() => None,
            };
            let Some(message) = message else { break };
            match message {
                Incoming::Response(response) => drop(client_answers.send(response).await),
                Incoming::Request(request) => {
                    let is_exit = request.method() == "exit";
                    ended.after_shutdown |= request.method() == "shutdown";
                    begin(&mut service, request, &answers, &mut tasks).await;
                    if is_exit {
                        break;
                    }
                }
            }
            while tasks.try_join_next().is_some() {}
        }
        let all_done = async { while tasks.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(LAST_ANSWERS, all_done).await;
        tasks.shutdown().await;
        drop(answers);
        ended
    };
    let writer = write(output, requests, to_write, versions);
    tokio::pin!(reader, writer);
    tokio::select! {
        ended = &mut reader => {
            writer.await;
            ended
        }
        () = &mut writer => Ended::default(),
    }
}

enum Incoming {
    Request(Request),
    Response(Response),
}

type Answers = mpsc::UnboundedSender<Response>;

/// Returns the next valid message; `None` at the end of the input. Answers each invalid message with an
/// error.
async fn next(input: &mut (impl AsyncBufRead + Unpin), answers: &Answers) -> Option<Incoming> {
    loop {
        let frame = match read_frame(input).await {
            Ok(frame) => frame?,
            Err(error) => {
                tracing::error!(%error, "the input ends");
                return None;
            }
        };
        match parse(&frame) {
            Ok(message) => return Some(message),
            Err(error) => {
                tracing::error!(%error, "a message is not understood");
                let _ = answers.send(Response::from_error(Id::Null, error));
            }
        }
    }
}

fn parse(frame: &[u8]) -> Result<Incoming, Error> {
    let parsed = serde_json::from_slice(frame);
    let parsed = parsed.or_else(|error| match surrogates::repaired(frame) {
        Some(frame) => serde_json::from_slice(&frame),
        None => Err(error),
    });
    let mut message: Value = parsed.map_err(|error| {
        let mut answer = Error::parse_error();
        answer.message = format!("The message is not valid JSON: {error}").into();
        answer
    })?;
    drop_needless_params(&mut message);
    rename_refresh(&mut message);
    let parsed = if message.get("method").is_some() {
        serde_json::from_value(message).map(Incoming::Request)
    } else {
        serde_json::from_value(message).map(Incoming::Response)
    };
    parsed.map_err(|_| Error::invalid_request())
}

/// Removes the parameters of a message if they are `null` or not allowed. Some clients send such parameters,
/// and tower-lsp refuses them.
fn drop_needless_params(message: &mut Value) {
    let Some(message) = message.as_object_mut() else { return };
    let takes_none = matches!(message.get("method").and_then(Value::as_str), Some("shutdown" | "exit"));
    if takes_none || message.get("params").is_some_and(Value::is_null) {
        message.remove("params");
    }
}

/// Copies the capability `workspace.diagnostics` to the name `diagnostic`, under which lsp-types 0.94 expects
/// it.
fn rename_refresh(message: &mut Value) {
    if message.get("method").and_then(Value::as_str) == Some("initialize")
        && let Some(workspace) = message.pointer_mut("/params/capabilities/workspace")
        && let Some(diagnostics) = workspace.get("diagnostics").cloned()
    {
        workspace["diagnostic"] = diagnostics;
    }
}

/// Starts the handler of a request and polls it once. A handler that is not done then goes on as a task.
async fn begin(
    service: &mut LspService<Server>,
    request: Request,
    answers: &Answers,
    tasks: &mut JoinSet<()>,
) {
    if std::future::poll_fn(|context| service.poll_ready(context)).await.is_err() {
        return;
    }
    let id = request.id().cloned();
    let answered = move |result: std::thread::Result<_>, answers: &Answers| {
        let error = |error| id.map(|id| Response::from_error(id, error));
        let answer = match result {
            Ok(Ok(Some(answer))) => Some(answer),
            // tower-lsp leaves unknown requests under `$/` without an answer, as if they were notifications.
            Ok(Ok(None)) => error(Error::method_not_found()),
            Ok(Err(_)) => None,
            Err(_) => error(Error::internal_error()),
        };
        if let Some(answer) = answer {
            let _ = answers.send(answer);
        }
    };
    let mut handler = AssertUnwindSafe(service.call(request)).catch_unwind().boxed();
    match futures::poll!(&mut handler) {
        Poll::Ready(result) => answered(result, answers),
        Poll::Pending => {
            let answers = answers.clone();
            tasks.spawn(async move { answered(handler.await, &answers) });
        }
    }
}

/// Writes answers, requests and notifications to the client until all senders of answers are gone.
async fn write<O: AsyncWrite + Unpin>(
    mut output: O,
    requests: impl futures::Stream<Item = Request> + Unpin,
    mut answers: mpsc::UnboundedReceiver<Response>,
    versions: Versions,
) {
    let mut requests = requests.fuse();
    loop {
        let message = tokio::select! {
            Some(request) = requests.next() => {
                if !versions.allow(&request) {
                    continue;
                }
                serde_json::to_vec(&request)
            }
            answer = answers.recv() => match answer {
                Some(answer) => serde_json::to_vec(&answer),
                None => return,
            },
        };
        let written = match message {
            Ok(message) => write_frame(&mut output, &message).await,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = written {
            tracing::error!(%error, "the output ends");
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::{StreamExt, stream};
    use serde_json::{Value, json};
    use tokio::sync::mpsc;
    use tower_lsp::jsonrpc::{Request, Response};

    use super::{Versions, parse, write};
    use crate::lsp::frame::read_frame;

    fn publish(version: i32) -> Request {
        let params = json!({"uri": "file:///a.c", "version": version, "diagnostics": []});
        Request::build("textDocument/publishDiagnostics").params(params).finish()
    }

    #[tokio::test]
    async fn diagnostics_that_became_stale_on_the_way_are_not_written() {
        let versions = Versions::default();
        versions.set("file:///a.c", 2);
        let (answers, to_write) = mpsc::unbounded_channel();
        let requests = stream::iter([publish(1), publish(2), publish(1)]).chain(stream::once(async move {
            answers.send(Response::from_ok(1.into(), Value::Null)).unwrap();
            drop(answers);
            publish(2)
        }));
        let mut written = Vec::new();
        write(&mut written, Box::pin(requests), to_write, versions).await;
        let mut input = written.as_slice();
        let mut seen = Vec::new();
        while let Some(frame) = read_frame(&mut input).await.unwrap() {
            let message: Value = serde_json::from_slice(&frame).unwrap();
            seen.extend(message["params"]["version"].as_i64());
        }
        assert!(!seen.is_empty() && seen.iter().all(|version| *version == 2), "{seen:?}");
    }

    #[test]
    fn null_and_needless_params_are_dropped() {
        for params in ["null", "{}", "[]"] {
            let shutdown =
                format!(r#"{{"jsonrpc": "2.0", "id": 1, "method": "shutdown", "params": {params}}}"#);
            match parse(shutdown.as_bytes()) {
                Ok(super::Incoming::Request(request)) => assert_eq!(request.params(), None),
                _ => panic!("{shutdown} is a request"),
            }
        }
    }
}
