//! Tests of what the protocol says about messages of any method: `$/`, cancelling, and the order of a
//! session.

use csieve_tests::lsp::{Fake, Setup, Wire};
use serde_json::{Value, json};

use super::{URI, client, opened};

#[tokio::test]
async fn unknown_requests_are_answered_as_unknown_also_those_that_may_be_ignored() {
    let mut client = opened(Setup::default()).await;
    for method in ["$/nonsense", "$/setTrace/now", "csieve/nonsense", "textDocument/nonsense"] {
        let error = client.request(method, json!({})).await.unwrap_err();
        assert_eq!(error["code"], -32601, "{method}");
    }
}

#[tokio::test]
async fn unknown_notifications_are_ignored() {
    let mut client = opened(Setup::default()).await;
    for method in ["$/nonsense", "$/setTrace", "$/logTrace", "$/progress", "csieve/nonsense"] {
        client.notify(method, json!({"value": "verbose"})).await;
    }
    assert_eq!(client.published(URI, 1).await.len(), 2);
    assert!(client.log.iter().all(|message| message.get("error").is_none()), "{:?}", client.log);
}

#[tokio::test]
async fn a_request_is_cancelled_only_while_it_waits() {
    let (mut client, _) = client(Setup::default()).await;
    client.open(URI, "void f(void) { SLOW; }").await;
    let waiting = client
        .send(
            "textDocument/inlayHint",
            json!({
                "textDocument": {"uri": URI},
                "range": {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}},
            }),
        )
        .await;
    client.notify("$/cancelRequest", json!({"id": waiting})).await;
    assert_eq!(client.answer(waiting).await.unwrap_err()["code"], -32800);
    let answered = client.send("textDocument/documentSymbol", json!({"textDocument": {"uri": URI}})).await;
    assert_eq!(client.answer(answered).await.unwrap()[0]["name"], "f");
    for id in [json!(answered), json!(12345), json!("no such id")] {
        client.notify("$/cancelRequest", json!({"id": id})).await;
    }
    assert!(client.exit().await.after_shutdown);
}

#[tokio::test]
async fn a_session_has_one_beginning_and_one_end() {
    let mut wire = Wire::start(Fake::default().analyse(), None);
    let message = |id: u64, method: &str, params: Value| json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    let symbols = json!({"textDocument": {"uri": URI}});
    let initialize = json!({"capabilities": {}});
    // Notifications before `initialize` are dropped, requests are refused.
    wire.send(&json!({"jsonrpc": "2.0", "method": "$/setTrace", "params": {"value": "off"}})).await;
    for (method, params, code) in [
        ("textDocument/documentSymbol", &symbols, json!(-32002)),
        ("csieve/findings", &json!({"uri": URI}), json!(-32002)),
        ("initialize", &initialize, Value::Null),
        ("initialize", &initialize, json!(-32600)),
        ("shutdown", &Value::Null, Value::Null),
        ("textDocument/documentSymbol", &symbols, json!(-32600)),
        ("shutdown", &Value::Null, json!(-32600)),
    ] {
        wire.send(&message(1, method, params.clone())).await;
        let answer = wire.receive().await.unwrap();
        assert_eq!(answer["error"]["code"], code, "{method}: {answer}");
    }
    wire.send(&json!({"jsonrpc": "2.0", "method": "exit"})).await;
    assert!(wire.ended().await.after_shutdown);
}
