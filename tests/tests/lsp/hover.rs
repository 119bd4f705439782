//! Tests of hover texts.

use csieve_tests::lsp::{Client, Setup};
use serde_json::{Value, json};

use super::{URI, opened};

async fn hover(client: &mut Client, line: u32, character: u32) -> Result<Value, Value> {
    let position = json!({"line": line, "character": character});
    client.request("textDocument/hover", json!({"textDocument": {"uri": URI}, "position": position})).await
}

#[tokio::test]
async fn a_finding_shows_its_trace_as_a_table_with_values() {
    let mut client = opened(Setup::default()).await;
    let shown = hover(&mut client, 2, 5).await.unwrap();
    assert_eq!(shown["contents"]["kind"], "markdown");
    let markdown = shown["contents"]["value"].as_str().unwrap();
    assert!(markdown.contains("`BUG` can be zero on line 3"), "{markdown}");
    assert!(markdown.contains("unrefuted"), "{markdown}");
    let rows: Vec<&str> = markdown.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), 2 + 3, "{markdown}");
    assert!(rows[4].contains("`BUG` is reached") && rows[4].contains("[1, ∞]"), "{markdown}");
    assert_eq!(shown["range"]["start"], json!({"line": 2, "character": 4}));
}

#[tokio::test]
async fn a_refuted_finding_shows_its_proof() {
    let mut client = opened(Setup::default()).await;
    let shown = hover(&mut client, 6, 15).await.unwrap();
    let markdown = shown["contents"]["value"].as_str().unwrap();
    for part in ["refuted", "line 5 leaves `x = 1`, line 7 then needs `x < 1`", "x@2 = x@1 ⊓ [-∞, 0]"] {
        assert!(markdown.contains(part), "{part} is not in\n{markdown}");
    }
}

#[tokio::test]
async fn elsewhere_there_is_nothing() {
    let mut client = opened(Setup::default()).await;
    assert_eq!(hover(&mut client, 0, 0).await, Ok(Value::Null));
    assert_eq!(hover(&mut client, 999, 999).await, Ok(Value::Null));
}

#[tokio::test]
async fn hover_sees_the_changes_sent_before_it() {
    let mut client = opened(Setup::default()).await;
    let change = json!([{"text": "\n\n\nvoid f(void) { BUG; }\n"}]);
    client.change(URI, 2, change).await;
    let shown = hover(&mut client, 3, 16).await.unwrap();
    assert!(shown["contents"]["value"].as_str().unwrap().contains("on line 4"));
}

#[tokio::test]
async fn hover_does_not_wait_for_other_functions() {
    let mut client = opened(Setup::default()).await;
    client.change(URI, 2, json!([{"text": "void s(void) { SLOW; }\nvoid f(void) { BUG; }\n"}])).await;
    assert!(hover(&mut client, 1, 16).await.unwrap()["contents"].is_object());
}

#[tokio::test]
async fn a_text_that_changes_meanwhile_is_said_to() {
    let mut client = opened(Setup::default()).await;
    client.change(URI, 2, json!([{"text": "void s(void) { SLOW; }\n"}])).await;
    let position = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 16}});
    let asked = client.send("textDocument/hover", position).await;
    client.change(URI, 3, json!([{"text": "void s(void) { }\n"}])).await;
    assert_eq!(client.answer(asked).await.unwrap_err()["code"], -32801);
}
