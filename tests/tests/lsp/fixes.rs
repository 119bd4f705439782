//! Tests of quick fixes in the editor, with the real analysis.

use std::sync::Arc;

use csieve_tests::lsp::{Client, Setup};
use serde_json::{Value, json};

use super::URI;

/// A text with a leak on line 8, counted from 0, and a read without a value on line 16.
const TEXT: &str = "void *malloc(unsigned long);\nvoid free(void *);\nint ask(void);\n\n\
                    int leaks(void)\n{\n    char *p = malloc(80);\n\
                    \n    /* é𝄞 */ if (ask() < 0) return -1;\n    free(p);\n    return 0;\n}\n\n\
                    int reads(int k)\n{\n    int n; if (k > 3) n = 1;\n    return n;\n}\n";

/// Returns the quick fixes on a line that have an edit, without the suppression.
async fn fixes(client: &mut Client, line: u32) -> Vec<Value> {
    let range = json!({"start": {"line": line, "character": 0}, "end": {"line": line, "character": 99}});
    let context = json!({"diagnostics": [], "only": ["quickfix"], "triggerKind": 1});
    let params = json!({"textDocument": {"uri": URI}, "range": range, "context": context});
    let actions = client.request("textDocument/codeAction", params).await.unwrap();
    let mut actions = actions.as_array().cloned().unwrap_or_default();
    actions.retain(|action| action["title"] != "Suppress with a reason");
    actions
}

async fn opened(capabilities: Value) -> Client {
    let setup = Setup { capabilities, ..Setup::default() };
    let mut client = Client::start(Arc::new(csieve_analysis::analyse_function), setup).await;
    client.open(URI, TEXT).await;
    client
}

#[tokio::test]
async fn a_fix_is_an_edit_that_makes_the_finding_go_away() {
    let mut client = opened(json!({})).await;
    let before = client.published(URI, 1).await;
    assert_eq!(before.len(), 2, "{before:#?}");
    let found = fixes(&mut client, 8).await;
    assert_eq!(found[0]["title"], "Insert `free(p);` before the return on line 9");
    assert_eq!((&found[0]["kind"], &found[0]["isPreferred"]), (&json!("quickfix"), &json!(true)));
    assert_eq!(found[0]["diagnostics"][0]["code"], "memory-leak");
    let edits = found[0]["edit"]["changes"][URI].as_array().unwrap();
    // The last one first, as the places are those before all edits.
    let change = |edit: &Value| json!({"range": edit["range"], "text": edit["newText"]});
    let changes: Vec<Value> = edits.iter().rev().map(change).collect();
    client.change(URI, 2, json!(changes)).await;
    let after = client.published(URI, 2).await;
    assert_eq!(after.len(), 1, "{after:#?}");
    assert_eq!(after[0]["code"], "uninitialized-read");
}

#[tokio::test]
async fn an_edit_is_for_one_version_if_the_client_can_say_so() {
    let mut client = opened(json!({"workspace": {"workspaceEdit": {"documentChanges": true}}})).await;
    let found = fixes(&mut client, 15).await;
    assert!(found.is_empty(), "the finding is on the next line");
    let found = fixes(&mut client, 16).await;
    assert_eq!(found[0]["title"], "Initialise `n` with `0` on line 16");
    let change = &found[0]["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({"uri": URI, "version": 1}));
    assert_eq!(change["edits"][0]["newText"], " = 0");
    assert_eq!(change["edits"][0]["range"]["start"], json!({"line": 15, "character": 9}));
}

#[tokio::test]
async fn a_fix_moves_with_its_function() {
    let mut client = opened(json!({})).await;
    let first = fixes(&mut client, 16).await;
    let top = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}});
    client.change(URI, 2, json!([{"range": top, "text": "\n\n"}])).await;
    let moved = fixes(&mut client, 18).await;
    let line = |found: &[Value]| found[0]["edit"]["changes"][URI][0]["range"]["start"]["line"].as_u64();
    assert_eq!((line(&first), line(&moved)), (Some(15), Some(17)));
}

#[tokio::test]
async fn a_fix_that_would_bring_another_finding_is_not_offered() {
    let mut client = Client::start(Arc::new(csieve_analysis::analyse_function), Setup::default()).await;
    // Without its value, the divisor would be 0.
    let text = "int f(int k)\n{\n    int n;\n    if (k > 3)\n        n = 1;\n    return 8 / n;\n}\n";
    client.open(URI, text).await;
    assert_eq!(client.published(URI, 1).await.len(), 1);
    assert!(fixes(&mut client, 5).await.is_empty());
}
