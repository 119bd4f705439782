//! Tests that a server does not outlive the process that started it.

use std::{
    io::{Read, Write},
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use csieve_tests::lsp::{Fake, Wire};
use serde_json::{Value, json};

/// The longest wait for the end of the program.
const PATIENCE: Duration = Duration::from_secs(60);

fn initialize(process: u32) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize",
           "params": {"processId": process, "capabilities": {}}})
}

/// Starts a process that lives until it is killed: it reads what nobody writes.
fn editor() -> Child {
    Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("cat runs")
}

fn kill(mut process: Child) {
    process.kill().expect("it can be killed");
    process.wait().expect("it ends");
}

#[tokio::test]
async fn the_server_ends_with_its_client_though_the_connection_stays_open() {
    let editor = editor();
    let mut wire = Wire::start(Fake::default().analyse(), None);
    wire.send(&initialize(editor.id())).await;
    assert!(wire.receive().await.unwrap()["result"].is_object());
    kill(editor);
    assert!(!wire.ended().await.after_shutdown);
}

#[tokio::test]
async fn a_client_that_the_server_cannot_see_does_not_end_it() {
    let editor = editor();
    let gone = editor.id();
    kill(editor);
    for process in [gone, 0, u32::MAX] {
        let mut wire = Wire::start(Fake::default().analyse(), None);
        wire.send(&initialize(process)).await;
        assert!(wire.receive().await.unwrap()["result"].is_object());
        wire.send(&json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown"})).await;
        assert_eq!(wire.receive().await.unwrap()["result"], Value::Null);
    }
}

/// The whole program: its standard input stays open, and nothing reads it when the client is gone.
#[test]
fn the_program_ends_with_its_client_though_its_input_stays_open() {
    let editor = editor();
    let mut server = Command::new(csieve_tests::program())
        .arg("serve")
        .env("CSIEVE_NO_CACHE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("csieve runs");
    let body = initialize(editor.id()).to_string();
    let mut input = server.stdin.take().expect("there is an input");
    write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it reads");
    let mut output = server.stdout.take().expect("there is an output");
    let mut first = [0; 16];
    output.read_exact(&mut first).expect("it answers");
    kill(editor);
    // The output ends when the program does; `input` is open until then.
    let (ended, end) = mpsc::channel();
    thread::spawn(move || ended.send(output.read_to_end(&mut Vec::new()).is_ok()));
    let has_ended = end.recv_timeout(PATIENCE);
    if has_ended.is_err() {
        server.kill().expect("it can be killed");
    }
    assert_eq!(has_ended, Ok(true));
    assert_eq!(server.wait().expect("it ends").code(), Some(1));
    drop(input);
}
