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

/// A program whose function `last` walks past the end of an empty list, as a run from `main` shows.
const PROGRAM: &str = "extern int ask(void);\nstruct link { struct link *next; int key; };\n\n\
                       static int last(struct link *all)\n{\n    while (all->next)\n        all = all->next;\n    \
                       return all->key;\n}\n\nint main(void)\n{\n    struct link one = {0, 1};\n    \
                       return last(ask() ? &one : 0);\n}\n";

#[tokio::test]
async fn what_a_run_comes_to_is_shown_where_it_happens() {
    let mut client = Client::start(Arc::new(csieve_analysis::analyse_function), Setup::default()).await;
    client.open(URI, PROGRAM).await;
    let found = client.published(URI, 1).await;
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["code"], "null-dereference");
    assert_eq!(found[0]["range"]["start"]["line"], 5);
    assert_eq!(found[0]["data"]["verdict"], "confirmed");
    let params = json!({"uri": URI, "id": found[0]["data"]["id"]});
    let trace = client.request("csieve/trace", params.clone()).await.unwrap();
    let steps = trace["steps"].as_array().unwrap();
    let call = steps.iter().find(|step| step["text"].as_str().unwrap().starts_with("in `main`: `last("));
    assert_eq!(call.expect("the call is a step")["range"]["start"]["line"], 13);
    let driver = client.request("csieve/driver", params).await.unwrap();
    assert!(driver["text"].as_str().unwrap().contains("csieve_original_main()"), "{driver:#}");
}

#[tokio::test]
async fn what_a_run_comes_to_goes_with_its_cause_wherever_that_is() {
    let mut client = Client::start(Arc::new(csieve_analysis::analyse_function), Setup::default()).await;
    client.open(URI, PROGRAM).await;
    assert_eq!(client.published(URI, 1).await.len(), 1);
    let lower = PROGRAM.replace("static int last", "\nstatic int last");
    client.change(URI, 2, json!([{"text": lower}])).await;
    assert_eq!(client.published(URI, 2).await[0]["range"]["start"]["line"], 6);
    let callee = PROGRAM
        .replace("while (all->next)", "while (all && all->next)")
        .replace("return all", "return !all ? 0 : all");
    client.change(URI, 3, json!([{"text": callee}])).await;
    assert_eq!(client.published(URI, 3).await, [json!(null); 0]);
    let caller = PROGRAM.replace("&one : 0", "&one : &one");
    client.change(URI, 4, json!([{"text": caller}])).await;
    assert_eq!(client.published(URI, 4).await, [json!(null); 0]);
}
