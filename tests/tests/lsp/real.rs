//! The server with the analysis that it has in earnest.

use std::sync::Arc;

use csieve_tests::lsp::{Client, Setup};
use serde_json::json;

use super::URI;

#[tokio::test]
async fn real_findings_are_published_with_their_trace() {
    let mut client = Client::start(Arc::new(csieve_analysis::analyse_function), Setup::default()).await;
    let text = "void *malloc(unsigned long);\nvoid free(void *);\n\nint f(int n)\n{\n    int *p = malloc(4);\n    \
                if (!p)\n        return 0;\n    free(p);\n    return *p;\n}\n";
    client.open(URI, text).await;
    let diagnostics = client.published(URI, 1).await;
    assert_eq!(diagnostics.len(), 1, "{diagnostics:#?}");
    assert_eq!(diagnostics[0]["code"], "use-after-free");
    assert_eq!(diagnostics[0]["severity"], 2);
    assert_eq!(diagnostics[0]["range"]["start"]["line"], 9);
    let params = json!({"uri": URI, "id": diagnostics[0]["data"]["id"]});
    let trace = client.request("csieve/trace", params).await.unwrap();
    assert!(!trace["steps"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn a_confirmed_finding_has_an_action_that_writes_a_test() {
    let mut client = Client::start(Arc::new(csieve_analysis::analyse_function), Setup::default()).await;
    let text = "int f(int n)\n{\n    int *p = &n;\n    if (n == 3)\n        p = 0;\n    return *p;\n}\n";
    client.open(URI, text).await;
    let found = client.published(URI, 1).await;
    let params = json!({"uri": URI, "id": found[0]["data"]["id"]});
    let driver = client.request("csieve/driver", params).await.unwrap();
    assert!(driver["title"].as_str().unwrap().starts_with("Test: null-dereference in f"), "{driver:#}");
    assert!(driver["text"].as_str().unwrap().contains("f(3);"), "{driver:#}");
    let params =
        json!({"textDocument": {"uri": URI}, "range": found[0]["range"], "context": {"diagnostics": []}});
    let actions = client.request("textDocument/codeAction", params).await.unwrap();
    let is_it = |action: &&serde_json::Value| action["title"] == "Write a test that triggers this";
    let action = actions.as_array().unwrap().iter().find(is_it).expect("it is offered");
    let shown = client.request("workspace/executeCommand", action["command"].clone()).await.unwrap();
    assert_eq!(shown["text"], driver["text"]);
}
