//! Tests of invalid messages from clients and of unusual characters in texts.

use csieve_tests::lsp::Setup;
use serde_json::{Value, json};

use super::{URI, client, opened};

#[tokio::test]
async fn malformed_messages_do_not_end_the_server() {
    let mut client = opened(Setup::default()).await;
    for params in
        [json!(null), json!([]), json!({"textDocument": 3}), json!({"textDocument": {"uri": "no uri"}})]
    {
        for method in ["didOpen", "didChange", "didClose", "didSave"] {
            client.notify(&format!("textDocument/{method}"), params.clone()).await;
        }
        for method in
            ["textDocument/hover", "textDocument/codeAction", "csieve/trace", "workspace/executeCommand"]
        {
            assert_eq!(client.request(method, params.clone()).await.unwrap_err()["code"], -32602, "{method}");
        }
    }
    assert_eq!(client.request("csieve/nonsense", json!({})).await.unwrap_err()["code"], -32601);
    assert_eq!(client.published(URI, 1).await.len(), 2);
}

#[tokio::test]
async fn what_is_no_message_is_answered_with_an_error() {
    let mut client = opened(Setup::default()).await;
    for (bytes, code) in
        [(&b"{\"jsonrpc\": \"2.0\", "[..], -32700), (b"\xff\xfe", -32700), (b"[1]", -32600), (b"{}", -32600)]
    {
        client.send_bytes(bytes).await;
        let answer = client.until(|message| message.get("error").is_some()).await;
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(code)));
    }
    assert_eq!(
        client.request("csieve/findings", json!({"uri": URI})).await.unwrap().as_array().unwrap().len(),
        2
    );
}

#[tokio::test]
async fn half_a_surrogate_pair_is_taken_in() {
    let mut client = opened(Setup::default()).await;
    client.published(URI, 1).await;
    let change = r#"{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
        "textDocument": {"uri": "URI", "version": 2},
        "contentChanges": [{"text": "void f(void) { /* \ud834 \ud834\udd1e \\ud834 */ BUG; }"}]}}"#;
    client.send_bytes(change.replace("URI", URI).as_bytes()).await;
    let diagnostics = client.published(URI, 2).await;
    // Each half of a surrogate pair becomes a replacement character, which is also one code unit.
    assert_eq!(diagnostics[0]["range"]["start"]["character"], 33);
}

#[tokio::test]
async fn ranges_outside_the_text_are_clamped() {
    let (mut client, _) = client(Setup::default()).await;
    client.open(URI, "void f(void) {𝄞}").await;
    let range = |from: [u32; 2], to: [u32; 2]| json!({"start": {"line": from[0], "character": from[1]}, "end": {"line": to[0], "character": to[1]}});
    let changes = json!([
        // A position in the middle of a surrogate pair counts as the start of its character.
        {"range": range([0, 15], [0, 16]), "text": "BUG;"},
        {"range": range([9, 9], [u32::MAX, u32::MAX]), "text": "\n"},
        {"range": range([1, 0], [0, 4_000_000]), "text": " // end"},
    ]);
    client.change(URI, 2, changes).await;
    let diagnostics = client.published(URI, 2).await;
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0]["range"], range([0, 14], [0, 17]));
}

#[tokio::test]
async fn a_function_that_makes_the_analysis_panic_is_skipped() {
    let (mut client, _) = client(Setup::default()).await;
    client.open(URI, "void f(void) { PANIC; }\nvoid g(void) { BUG; }\n").await;
    assert_eq!(client.published(URI, 1).await.len(), 1);
}

#[tokio::test]
async fn a_long_file_is_not_analysed_and_says_so() {
    let (mut client, fake) = client(Setup::default()).await;
    let text = format!("void f(void) {{ BUG; }}\n/*{}*/", "x".repeat(32 << 20));
    client.open(URI, &text).await;
    let message = client.ever(|message| message["method"] == "window/showMessage").await;
    assert_eq!(message["params"]["message"], "a.c: it is longer than 32 MiB and is not analysed.");
    let position = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 16}});
    assert_eq!(client.request("textDocument/hover", position).await, Ok(Value::Null));
    let error = client.request("csieve/findings", json!({"uri": URI})).await.unwrap_err();
    assert!(error["message"].as_str().unwrap().contains("longer than 32 MiB"));
    assert_eq!(fake.analysed(), 0);
    let rest = json!({"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": u32::MAX}});
    client.change(URI, 2, json!([{"range": rest, "text": ""}])).await;
    assert_eq!(client.published(URI, 2).await.len(), 1);
}

#[tokio::test]
async fn other_languages_are_left_alone() {
    let (mut client, fake) = client(Setup::default()).await;
    let item = json!({"uri": URI, "languageId": "cpp", "version": 1, "text": "void f() { BUG; }"});
    client.notify("textDocument/didOpen", json!({"textDocument": item})).await;
    assert!(client.published(URI, 1).await.is_empty());
    assert_eq!(fake.analysed(), 0);
}

#[tokio::test]
async fn strange_texts_are_analysed() {
    let (mut client, _) = client(Setup::default()).await;
    let nested = format!("int f(void) {{ return {}1{}; BUG; }}", "(".repeat(10_000), ")".repeat(10_000));
    let texts = ["", "\0", "\u{feff}void f(void) { BUG; }", "void f(void) { BUG;", "\r\r\r", &nested];
    for (nth, text) in texts.iter().enumerate() {
        let uri = format!("file:///project/{nth}.c");
        client.open(&uri, text).await;
        client.published(&uri, 1).await;
    }
}

#[tokio::test]
async fn a_lost_change_is_made_good_when_the_file_is_saved() {
    let mut client = opened(Setup::default()).await;
    client.published(URI, 1).await;
    let saved = json!({"textDocument": {"uri": URI}, "text": "void f(void) { BUG; BUG; BUG; }"});
    client.notify("textDocument/didSave", saved).await;
    let published = client.until(|message| message["method"] == "textDocument/publishDiagnostics").await;
    assert_eq!(published["params"]["version"], 1);
    assert_eq!(published["params"]["diagnostics"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_cancelled_request_is_answered_as_such() {
    let (mut client, _) = client(Setup::default()).await;
    client.open(URI, "void f(void) { SLOW; }").await;
    let asked = client.send("csieve/findings", json!({"uri": URI})).await;
    client.notify("$/cancelRequest", json!({"id": asked})).await;
    assert_eq!(client.answer(asked).await.unwrap_err()["code"], -32800);
}

#[tokio::test]
async fn hundreds_of_waiting_requests_do_not_block_the_server() {
    let (mut client, _) = client(Setup::default()).await;
    client.open(URI, "void f(void) { SLOW; }").await;
    let mut asked = Vec::new();
    for _ in 0..300 {
        asked.push(client.send("csieve/findings", json!({"uri": URI})).await);
    }
    client.change(URI, 2, json!([{"text": "void f(void) { BUG; }"}])).await;
    for id in asked {
        assert_eq!(client.answer(id).await.unwrap().as_array().unwrap().len(), 1);
    }
}
