//! Tests of symbols, folds and selections, which come from the text itself.

use csieve_tests::lsp::{Client, Setup};
use serde_json::{Value, json};

use super::{URI, client};

const SOURCE: &str = "#include <a.h>\n#include <b.h>\n\nstruct point {\n    int x;\n};\n\n\
                      // é𝄞 one\n// two\nint f(int a)\n{\n\
                      \x20   if (a) {\n        return 1;\n    } else {\n        return 2;\n    }\n}\n";

/// A client with these capabilities for text documents.
fn able(text_document: &Value) -> Setup {
    Setup { capabilities: json!({"textDocument": text_document}), ..Setup::default() }
}

fn nesting() -> Setup {
    able(&json!({"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}}))
}

async fn with_source(setup: Setup) -> Client {
    let (mut client, _) = client(setup).await;
    client.open(URI, SOURCE).await;
    client
}

async fn about(client: &mut Client, request: &str) -> Value {
    let params = json!({"textDocument": {"uri": URI}});
    client.request(&format!("textDocument/{request}"), params).await.unwrap()
}

/// The names of the symbols of the current text.
async fn names(client: &mut Client) -> Vec<Value> {
    let symbols = about(client, "documentSymbol").await;
    symbols.as_array().unwrap().iter().map(|symbol| symbol["name"].clone()).collect()
}

fn range(from: [u32; 2], to: [u32; 2]) -> Value {
    json!({"start": {"line": from[0], "character": from[1]}, "end": {"line": to[0], "character": to[1]}})
}

#[tokio::test]
async fn symbols_are_nested_for_clients_that_show_that() {
    let mut client = with_source(nesting()).await;
    assert_eq!(client.initialized["capabilities"]["documentSymbolProvider"], true);
    let symbols = about(&mut client, "documentSymbol").await;
    let expected = json!([
        {
            "name": "point", "detail": "struct", "kind": 23,
            "range": range([3, 0], [5, 1]), "selectionRange": range([3, 7], [3, 12]),
            "children": [{
                "name": "x", "detail": "int", "kind": 8,
                "range": range([4, 4], [4, 10]), "selectionRange": range([4, 8], [4, 9]),
            }],
        },
        {
            "name": "f", "detail": "(int a)", "kind": 12,
            "range": range([9, 0], [16, 1]), "selectionRange": range([9, 4], [9, 5]),
        },
    ]);
    assert_eq!(symbols, expected);
}

#[tokio::test]
async fn symbols_are_a_list_for_other_clients() {
    let mut client = with_source(Setup::default()).await;
    let symbols = about(&mut client, "documentSymbol").await;
    assert_eq!(symbols[1]["name"], "x");
    assert_eq!(symbols[1]["containerName"], "point");
    assert_eq!(symbols[2]["location"], json!({"uri": URI, "range": range([9, 0], [16, 1])}));
}

#[tokio::test]
async fn symbols_follow_every_edit_without_waiting_for_the_analysis() {
    let (mut client, _) = client(nesting()).await;
    client.open(URI, "void f(void) { SLOW; }\n").await;
    assert_eq!(names(&mut client).await, ["f"]);
    client.change(URI, 2, json!([{"range": range([0, 0], [0, 0]), "text": "int é𝄞;\nint b;\n"}])).await;
    client.change(URI, 3, json!([{"range": range([2, 5], [2, 6]), "text": "g"}])).await;
    assert_eq!(names(&mut client).await, ["é", "b", "g"]);
    // While a brace is missing, the next function is still one.
    client.change(URI, 4, json!([{"range": range([2, 21], [2, 22]), "text": "\nint h(void)\n{\n}"}])).await;
    assert_eq!(names(&mut client).await, ["é", "b", "g", "h"]);
    client.change(URI, 5, json!([{"text": "int k(void) { SLOW; }"}])).await;
    assert_eq!(names(&mut client).await, ["k"]);
    client.close_document(URI).await;
    assert_eq!(about(&mut client, "documentSymbol").await, Value::Null);
}

#[tokio::test]
async fn blocks_comments_and_includes_fold() {
    let mut client = with_source(Setup::default()).await;
    let folds = about(&mut client, "foldingRange").await;
    let expected = json!([
        {"startLine": 0, "startCharacter": 0, "endLine": 1, "endCharacter": 14, "kind": "imports"},
        {"startLine": 3, "startCharacter": 14, "endLine": 5, "endCharacter": 0},
        {"startLine": 7, "startCharacter": 0, "endLine": 8, "endCharacter": 6, "kind": "comment"},
        {"startLine": 10, "startCharacter": 1, "endLine": 16, "endCharacter": 0},
        {"startLine": 11, "startCharacter": 12, "endLine": 13, "endCharacter": 4},
        {"startLine": 13, "startCharacter": 12, "endLine": 15, "endCharacter": 4},
    ]);
    assert_eq!(folds, expected);
}

#[tokio::test]
async fn clients_say_how_they_fold() {
    let mut client =
        with_source(able(&json!({"foldingRange": {"lineFoldingOnly": true, "rangeLimit": 4}}))).await;
    let folds = about(&mut client, "foldingRange").await;
    // The innermost folds are left out, and the line of a closing brace stays.
    let expected = json!([
        {"startLine": 0, "endLine": 1, "kind": "imports"},
        {"startLine": 3, "endLine": 4},
        {"startLine": 7, "endLine": 8, "kind": "comment"},
        {"startLine": 10, "endLine": 15},
    ]);
    assert_eq!(folds, expected);
}

#[tokio::test]
async fn selections_grow_from_each_place() {
    let mut client = with_source(Setup::default()).await;
    let places = json!([{"line": 12, "character": 15}, {"line": 3, "character": 9}]);
    let params = json!({"textDocument": {"uri": URI}, "positions": places});
    let selections = client.request("textDocument/selectionRange", params).await.unwrap();
    assert_eq!(selections[0]["range"], range([12, 15], [12, 16]));
    assert_eq!(selections[0]["parent"]["range"], range([12, 8], [12, 17]));
    assert_eq!(selections[0]["parent"]["parent"]["range"], range([11, 11], [13, 5]));
    assert_eq!(selections[1]["range"], range([3, 7], [3, 12]));
}

#[tokio::test]
async fn the_setting_turns_symbols_off_beside_another_server() {
    let options = json!({"documentSymbols": false});
    let mut client = with_source(Setup { options, ..nesting() }).await;
    let capabilities = client.initialized["capabilities"].clone();
    for provider in ["documentSymbolProvider", "foldingRangeProvider", "selectionRangeProvider"] {
        assert_eq!(capabilities[provider], Value::Null, "{provider}");
    }
    assert_eq!(about(&mut client, "documentSymbol").await, Value::Null);
}

#[tokio::test]
async fn clients_that_register_follow_the_setting() {
    let dynamic = json!({"documentSymbol": {"dynamicRegistration": true}});
    let mut client = with_source(able(&dynamic)).await;
    assert_eq!(client.initialized["capabilities"]["documentSymbolProvider"], Value::Null);
    assert_eq!(client.initialized["capabilities"]["foldingRangeProvider"], true);
    let registered = client.ever(|message| message["method"] == "client/registerCapability").await;
    assert_eq!(registered["params"]["registrations"][0]["method"], "textDocument/documentSymbol");
    client
        .notify(
            "workspace/didChangeConfiguration",
            json!({"settings": {"csieve": {"documentSymbols": false}}}),
        )
        .await;
    let taken_back = client.ever(|message| message["method"] == "client/unregisterCapability").await;
    assert_eq!(
        taken_back["params"]["unregisterations"],
        json!([{"id": "csieve/textDocument/documentSymbol", "method": "textDocument/documentSymbol"}])
    );
}

#[tokio::test]
async fn other_languages_have_no_symbols_of_ours() {
    let (mut client, _) = client(nesting()).await;
    let item = json!({"uri": URI, "languageId": "cpp", "version": 1, "text": "class a {};"});
    client.notify("textDocument/didOpen", json!({"textDocument": item})).await;
    assert_eq!(about(&mut client, "documentSymbol").await, Value::Null);
}
