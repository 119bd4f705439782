//! Tests of inlay hints, which show the path of one finding.

use csieve_tests::lsp::{Client, Setup};
use serde_json::{Value, json};

use super::{URI, client, opened};

/// The command that chooses the finding whose path is shown.
const SHOW_PATH: &str = "csieve.showPath";

fn refreshing() -> Setup {
    let capabilities = json!({"workspace": {"inlayHint": {"refreshSupport": true}}});
    Setup { capabilities, ..Setup::default() }
}

/// The lines of the hints of the whole document, each with its text.
async fn hints(client: &mut Client) -> Vec<(u64, String)> {
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let params = json!({"textDocument": {"uri": URI}, "range": range});
    let hints = client.request("textDocument/inlayHint", params).await.unwrap();
    let text = |hint: &Value| -> String {
        hint["label"].as_array().unwrap().iter().filter_map(|part| part["value"].as_str()).collect()
    };
    let all = hints.as_array().cloned().unwrap_or_default();
    all.iter().map(|hint| (hint["position"]["line"].as_u64().unwrap(), text(hint))).collect()
}

/// Waits until the client was told for the `nth` time to ask again.
async fn is_refreshed(client: &mut Client, nth: usize) {
    let is_refresh = |message: &Value| message["method"] == "workspace/inlayHint/refresh";
    while client.log.iter().filter(|message| is_refresh(message)).count() < nth {
        client.until(is_refresh).await;
    }
}

#[tokio::test]
async fn the_path_of_the_only_finding_is_shown() {
    // There is a refuted finding, too, which nobody asked for.
    let mut client = opened(Setup::default()).await;
    assert_eq!(client.initialized["capabilities"]["inlayHintProvider"], true);
    let expected = [
        (0, "① x becomes 1 | 2 → x ∈ [1, ∞]".to_owned()),
        (2, "② x > 0 is true → x ∈ [1, ∞]  ③ BUG is reached → x ∈ [1, ∞]".to_owned()),
    ];
    assert_eq!(hints(&mut client).await, expected);
}

#[tokio::test]
async fn a_hint_says_more_and_leads_to_the_next_step() {
    let mut client = opened(Setup::default()).await;
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}});
    let params = json!({"textDocument": {"uri": URI}, "range": range});
    let hints = client.request("textDocument/inlayHint", params).await.unwrap();
    assert_eq!(hints.as_array().unwrap().len(), 1, "only what is asked for");
    assert_eq!(hints[0]["position"], json!({"line": 0, "character": 12}));
    let part = &hints[0]["label"][0];
    assert_eq!(part["tooltip"], "step 1 of 3: `x` becomes 1 | 2 (x ∈ [1, ∞])");
    assert_eq!(part["location"]["range"]["start"], json!({"line": 2, "character": 4}));
}

#[tokio::test]
async fn of_several_findings_that_which_was_hovered_over_is_shown() {
    let (mut client, _) = client(refreshing()).await;
    client.open(URI, "void f(void)\n{\n    BUG;\n}\nvoid g(void)\n{\n    BUG;\n}\n").await;
    assert_eq!(hints(&mut client).await, []);
    let position = json!({"textDocument": {"uri": URI}, "position": {"line": 6, "character": 5}});
    client.request("textDocument/hover", position).await.unwrap();
    is_refreshed(&mut client, 1).await;
    let lines: Vec<u64> = hints(&mut client).await.into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, [4, 6]);
}

#[tokio::test]
async fn a_command_chooses_the_path_that_is_shown() {
    let mut client = opened(refreshing()).await;
    let show = |id: &str| json!({"command": SHOW_PATH, "arguments": [{"uri": URI, "id": id}]});
    let refuted = client.request("workspace/executeCommand", show("division-by-zero:g:31")).await;
    assert_eq!(refuted, Ok(Value::Null));
    is_refreshed(&mut client, 1).await;
    let lines: Vec<u64> = hints(&mut client).await.into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, [4, 6]);
    let nothing = json!({"command": SHOW_PATH, "arguments": [{"uri": URI}]});
    client.request("workspace/executeCommand", nothing).await.unwrap();
    is_refreshed(&mut client, 2).await;
    assert_eq!(hints(&mut client).await, []);
    // Who opens a document again starts anew.
    client.close_document(URI).await;
    client.open(URI, super::TEXT).await;
    assert_eq!(hints(&mut client).await.len(), 2);
}

#[tokio::test]
async fn the_setting_turns_hints_off() {
    let mut client = opened(Setup { options: json!({"inlayHints": false}), ..Setup::default() }).await;
    assert_eq!(client.initialized["capabilities"]["inlayHintProvider"], Value::Null);
    assert_eq!(hints(&mut client).await, []);
}
