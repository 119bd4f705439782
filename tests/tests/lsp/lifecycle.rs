//! Tests of `initialize`, `shutdown` and `exit`.

use csieve_tests::lsp::{Client, Fake, Setup, Wire};
use serde_json::{Value, json};

use super::{URI, client};

fn encodings(offered: &Value) -> Setup {
    Setup { capabilities: json!({"general": {"positionEncodings": offered}}), ..Setup::default() }
}

async fn negotiated(setup: Setup) -> Value {
    client(setup).await.0.initialized["capabilities"]["positionEncoding"].clone()
}

#[tokio::test]
async fn position_encodings_are_negotiated() {
    assert_eq!(negotiated(Setup::default()).await, "utf-16");
    assert_eq!(negotiated(encodings(&json!(["utf-16", "utf-8"]))).await, "utf-8");
    assert_eq!(negotiated(encodings(&json!(["utf-32", "utf-16"]))).await, "utf-16");
}

#[tokio::test]
async fn capabilities_say_what_the_server_does() {
    let (client, _) = client(Setup::default()).await;
    let capabilities = &client.initialized["capabilities"];
    assert_eq!(capabilities["textDocumentSync"]["change"], 2);
    assert_eq!(capabilities["textDocumentSync"]["openClose"], true);
    assert_eq!(capabilities["hoverProvider"], true);
    assert_eq!(
        capabilities["executeCommandProvider"]["commands"],
        json!([
            "csieve.openTrace",
            "csieve.openObserver",
            "csieve.openRounds",
            "csieve.openDriver",
            "csieve.openDrawing",
            "csieve.openFindings",
            "csieve.showPath",
            "csieve.analyseWorkspace"
        ])
    );
    assert_eq!(capabilities["codeLensProvider"], json!({"resolveProvider": false}));
    assert_eq!(capabilities["diagnosticProvider"], Value::Null);
    assert_eq!(capabilities["workspace"]["workspaceFolders"]["changeNotifications"], true);
    assert_eq!(client.initialized["serverInfo"]["name"], "csieve");
}

#[tokio::test]
async fn exit_after_shutdown_ends_without_further_input() {
    let (client, _) = client(Setup::default()).await;
    assert!(client.exit().await.after_shutdown);
}

#[tokio::test]
async fn a_client_that_vanishes_ends_the_server() {
    let (mut client, fake) = client(Setup::default()).await;
    client.open(URI, "void f(void) { SLOW; }").await;
    fake.wait_until(|fake| fake.started() > 0).await;
    assert!(!client.vanish().await.after_shutdown);
    // The running analysis is cancelled when the client is gone.
    fake.wait_until(|fake| fake.cancelled() > 0).await;
}

#[tokio::test]
async fn requests_before_initialize_and_after_shutdown_are_refused() {
    let mut wire = Wire::start(Fake::default().analyse(), None);
    let hover = |id: u64| {
        let position = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}});
        json!({"jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": position})
    };
    wire.send(&hover(1)).await;
    assert_eq!(wire.receive().await.unwrap()["error"]["code"], -32002);
    let initialize =
        json!({"jsonrpc": "2.0", "id": 2, "method": "initialize", "params": {"capabilities": {}}});
    wire.send(&initialize).await;
    assert!(wire.receive().await.unwrap()["result"].is_object());
    wire.send(&json!({"jsonrpc": "2.0", "id": 3, "method": "shutdown"})).await;
    assert_eq!(wire.receive().await.unwrap()["result"], Value::Null);
    wire.send(&hover(4)).await;
    assert_eq!(wire.receive().await.unwrap()["error"]["code"], -32600);
    wire.send(&json!({"jsonrpc": "2.0", "method": "exit"})).await;
    assert!(wire.ended().await.after_shutdown);
}

#[tokio::test]
async fn everything_sent_at_once_is_answered_in_the_state_it_was_sent_in() {
    let fake = Fake::default();
    let mut client: Client = Client::start(fake.analyse(), Setup::default()).await;
    client.open(URI, "void f(void) { BUG; }").await;
    let first = client.send("csieve/findings", json!({"uri": URI})).await;
    client.close_document(URI).await;
    let second = client.send("csieve/findings", json!({"uri": URI})).await;
    client.open(URI, "void f(void) { BUG; BUG; }").await;
    let third = client.send("csieve/findings", json!({"uri": URI})).await;
    // The server may answer the first request before it closes the document.
    match client.answer(first).await {
        Ok(findings) => assert_eq!(findings.as_array().unwrap().len(), 1),
        Err(error) => assert_eq!(error["message"], format!("{URI} is not open")),
    }
    let closed = client.answer(second).await.unwrap_err();
    assert_eq!(closed["message"], format!("{URI} is not open"));
    assert_eq!(client.answer(third).await.unwrap().as_array().unwrap().len(), 2);
}
