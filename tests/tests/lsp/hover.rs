//! Tests of hover texts.

use csieve_tests::lsp::{Client, Setup};
use serde_json::{Value, json};

use super::{URI, opened};

async fn hover(client: &mut Client, line: u32, character: u32) -> Result<Value, Value> {
    let position = json!({"line": line, "character": character});
    client.request("textDocument/hover", json!({"textDocument": {"uri": URI}, "position": position})).await
}

/// Returns the hover as Markdown at a position of a client with these initialization options.
async fn markdown(options: Value, line: u32, character: u32) -> String {
    let mut client = opened(Setup { options, ..Setup::default() }).await;
    let shown = hover(&mut client, line, character).await.unwrap();
    assert_eq!(shown["contents"]["kind"], "markdown");
    shown["contents"]["value"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_verdict_comes_first_then_what_happens_and_the_steps_that_matter() {
    let mut client = opened(Setup::default()).await;
    let shown = hover(&mut client, 2, 5).await.unwrap();
    let expected = "\
**unrefuted** `division-by-zero` · no refuter could rule the last path out

`BUG` can be zero on line 3

1. line 1: `x` becomes 1 | 2 (x ∈ [1, ∞])
2. line 3: `x > 0` is true (x ∈ [1, ∞])
3. line 3: `BUG` is reached
";
    assert_eq!(shown["contents"], json!({"kind": "markdown", "value": expected}));
    assert_eq!(shown["range"]["start"], json!({"line": 2, "character": 4}));
}

#[tokio::test]
async fn a_refuted_finding_says_why_it_cannot_be() {
    let markdown = markdown(json!({}), 6, 15).await;
    assert!(markdown.starts_with("**refuted** `division-by-zero` · no path is left"), "{markdown}");
    assert!(markdown.contains("- line 5 leaves `x = 1`, line 7 then needs `x < 1`"), "{markdown}");
    assert!(!markdown.contains('⊓'), "equations are for views\n{markdown}");
}

#[tokio::test]
async fn a_client_that_folds_gets_the_whole_table_and_the_equations() {
    let markdown = markdown(json!({"details": true}), 6, 15).await;
    let (lead, folded) = markdown.split_once("<details><summary>All 3 steps, 1 proof</summary>").unwrap();
    assert!(!lead.contains('⊓') && folded.contains("x@2 = x@1 ⊓ [-∞, 0]"), "{markdown}");
    assert!(folded.contains("| 3 | 7 | **`FINE` is reached** | x ∈ [1, ∞] |"), "{markdown}");
}

#[tokio::test]
async fn a_client_that_shows_the_message_itself_does_not_get_it_twice() {
    let kept = markdown(json!({"messageInHover": true}), 2, 5).await;
    assert!(!kept.contains("can be zero"), "{kept}");
    let refuted = markdown(json!({"messageInHover": true}), 6, 15).await;
    assert!(refuted.contains("The claim was: ") && !refuted.contains("line 7 then needs"), "{refuted}");
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
