//! Tests of diagnostics for clients that request them (pull diagnostics).

use csieve_tests::lsp::{Client, Project, Setup};
use serde_json::{Value, json};

use super::{URI, client, opened};

/// Returns the setup of a client that requests diagnostics.
fn asking() -> Setup {
    let capabilities = json!({
        "textDocument": {"diagnostic": {}, "publishDiagnostics": {"relatedInformation": true}},
        "workspace": {
            "diagnostics": {"refreshSupport": true},
            "didChangeWatchedFiles": {"dynamicRegistration": true},
        },
    });
    Setup { capabilities, ..Setup::default() }
}

async fn pull(client: &mut Client, uri: &str, previous: &Value) -> Value {
    let params = json!({"textDocument": {"uri": uri}, "previousResultId": previous});
    client.request("textDocument/diagnostic", params).await.unwrap()
}

#[tokio::test]
async fn a_client_that_can_ask_is_told_so() {
    let (client, _) = client(asking()).await;
    let provider = &client.initialized["capabilities"]["diagnosticProvider"];
    assert_eq!(provider["interFileDependencies"], true);
    assert_eq!(provider["workspaceDiagnostics"], true);
}

#[tokio::test]
async fn the_same_diagnostics_are_not_sent_twice() {
    let mut client = opened(asking()).await;
    let first = pull(&mut client, URI, &Value::Null).await;
    assert_eq!(first["kind"], "full");
    assert_eq!(first["items"][0]["message"], "`BUG` can be zero on line 3");
    let id = first["resultId"].clone();
    let second = pull(&mut client, URI, &id).await;
    assert_eq!(second, json!({"kind": "unchanged", "resultId": id}));
    client.change(URI, 2, json!([{"text": "\nvoid f(void) { BUG; }\n"}])).await;
    let third = pull(&mut client, URI, &id).await;
    assert_eq!(third["kind"], "full");
    assert_ne!(third["resultId"], id);
}

#[tokio::test]
async fn who_asks_is_not_told_besides() {
    let mut client = opened(asking()).await;
    client.published(URI, 1).await;
    pull(&mut client, URI, &Value::Null).await;
    // The diagnostics may be taken back before the answer comes.
    let is_cleared = |message: &Value| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"]["diagnostics"] == json!([])
    };
    client.ever(is_cleared).await;
    client.change(URI, 2, json!([{"text": "void f(void) { BUG; }\n"}])).await;
    assert_eq!(pull(&mut client, URI, &Value::Null).await["items"].as_array().unwrap().len(), 1);
    client.idle().await;
    assert_eq!(client.published_versions(URI), [Some(1), Some(1)]);
}

#[tokio::test]
async fn a_client_may_want_to_be_told_all_the_same() {
    let setup = Setup { options: json!({"pull": false}), ..asking() };
    let (client, _) = client(setup).await;
    assert_eq!(client.initialized["capabilities"]["diagnosticProvider"], Value::Null);
}

#[tokio::test]
async fn a_header_that_changes_makes_the_client_ask_again() {
    let unit = "#include \"a.h\"\nint f(int x)\n{\n    int *p = START;\n    return *p + x;\n}\n";
    let project = Project::new(&[("a.h", "#define START 0\n"), ("a.c", unit)]);
    let mut client = project.client_of(asking()).await;
    client.open(&project.uri("a.c"), unit).await;
    let first = pull(&mut client, &project.uri("a.c"), &Value::Null).await;
    assert_eq!(first["items"].as_array().unwrap().len(), 1, "{first:#}");
    project.write("a.h", "extern int one;\n#define START &one\n");
    project.tell(&mut client, &["a.h"]).await;
    client.until(|message| message["method"] == "workspace/diagnostic/refresh").await;
    let second = pull(&mut client, &project.uri("a.c"), &first["resultId"]).await;
    assert_eq!(second["items"], json!([]), "{second:#}");
}

#[tokio::test]
async fn a_question_can_be_cancelled() {
    let mut client = opened(asking()).await;
    client.change(URI, 2, json!([{"text": "void s(void) { SLOW; }\n"}])).await;
    let asked = client.send("textDocument/diagnostic", json!({"textDocument": {"uri": URI}})).await;
    client.notify("$/cancelRequest", json!({"id": asked})).await;
    assert_eq!(client.answer(asked).await.unwrap_err()["code"], -32800);
}
