//! Tests of the server with the real analysis.

use std::sync::Arc;

use csieve_tests::lsp::{Client, Setup};
use serde_json::{Value, json};

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
    assert_eq!(diagnostics[0]["severity"], 1);
    assert_eq!(diagnostics[0]["range"]["start"]["line"], 9);
    let params = json!({"uri": URI, "id": diagnostics[0]["data"]["id"]});
    let trace = client.request("csieve/trace", params).await.unwrap();
    assert!(!trace["steps"].as_array().unwrap().is_empty());
}

/// A text with a confirmed finding on line 6 and a refuted one on line 12.
const CONFIRMED: &str = "int f(int n)\n{\n    int *p = &n;\n    if (n == 3)\n        p = 0;\n    return *p;\n}\n\
                         int g(int n)\n{\n    int *p = 0;\n    if (n > 3 && n < 3)\n        return *p;\n    return 0;\n}\n";
const WRITE_TEST: &str = "Write a test that triggers this";

/// Returns the code action that writes a test for the finding on a line, if it is offered.
async fn write_test(client: &mut Client, line: u32) -> Option<Value> {
    let range = json!({"start": {"line": line, "character": 0}, "end": {"line": line, "character": 99}});
    let params = json!({"textDocument": {"uri": URI}, "range": range, "context": {"diagnostics": []}});
    let actions = client.request("textDocument/codeAction", params).await.unwrap();
    let actions = actions.as_array().expect("both lines have findings");
    assert!(!actions.is_empty());
    actions.iter().find(|action| action["title"] == WRITE_TEST).cloned()
}

#[tokio::test]
async fn a_test_can_be_written_for_a_confirmed_finding_only() {
    let mut client = Client::start(Arc::new(csieve_analysis::analyse_function), Setup::default()).await;
    client.open(URI, CONFIRMED).await;
    let found = client.published(URI, 1).await;
    let on_line = |line: u64| found.iter().find(|found| found["range"]["start"]["line"] == line).unwrap();
    let params = |line: u64| json!({"uri": URI, "id": on_line(line)["data"]["id"]});
    let driver = client.request("csieve/driver", params(5)).await.unwrap();
    assert!(driver["title"].as_str().unwrap().starts_with("Test: null-dereference in f"), "{driver:#}");
    let name = driver["name"].as_str().unwrap();
    assert!(name.starts_with("csieve_driver_f_null_dereference_"), "{name}");
    assert!(driver["build"].as_str().unwrap().contains(name), "{driver:#}");
    let text = driver["text"].as_str().unwrap();
    assert!(text.contains("int main(") && text.contains("f(3);"), "{text}");
    let error = client.request("csieve/driver", params(11)).await.unwrap_err();
    assert!(error["message"].as_str().unwrap().starts_with("there is no driver: "), "{error:#}");

    let action = write_test(&mut client, 5).await.expect("it is offered");
    assert_eq!(action["command"]["command"], "csieve.openDriver");
    let shown = client.request("workspace/executeCommand", action["command"].clone()).await.unwrap();
    assert_eq!(shown["text"], driver["text"]);
    assert_eq!(write_test(&mut client, 11).await, None);
}

#[tokio::test]
async fn a_client_with_commands_of_its_own_writes_the_test_itself() {
    let setup = Setup { options: json!({"commands": true}), ..Setup::default() };
    let mut client = Client::start(Arc::new(csieve_analysis::analyse_function), setup).await;
    client.open(URI, CONFIRMED).await;
    let action = write_test(&mut client, 5).await.expect("it is offered");
    assert_eq!(action["command"]["command"], "csieve.writeTest");
    assert_eq!(action["command"]["arguments"][0]["uri"], URI);
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
