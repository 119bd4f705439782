//! Tests of code actions and commands.

use csieve_tests::lsp::{Client, Setup};
use serde_json::{Value, json};

use super::{URI, opened};

async fn actions(client: &mut Client, line: u32, context: &Value) -> Vec<Value> {
    let range = json!({"start": {"line": line, "character": 0}, "end": {"line": line, "character": 99}});
    let params = json!({"textDocument": {"uri": URI}, "range": range, "context": context});
    let actions = client.request("textDocument/codeAction", params).await.unwrap();
    actions.as_array().cloned().unwrap_or_default()
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions.iter().map(|action| action["title"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_kept_finding_offers_its_trace_and_a_refuted_one_its_observer_too() {
    let mut client = opened(Setup::default()).await;
    let context = json!({"diagnostics": []});
    let kept = actions(&mut client, 2, &context).await;
    assert_eq!(
        titles(&kept),
        ["Show counterexample trace", "Show the rounds to the verdict", "Suppress with a reason"]
    );
    let refuted = actions(&mut client, 6, &context).await;
    assert_eq!(
        titles(&refuted),
        [
            "Show counterexample trace",
            "Show conflict observer",
            "Show the rounds to the verdict",
            "Draw conflict observer"
        ]
    );
    assert!(actions(&mut client, 0, &context).await.is_empty());
}

#[tokio::test]
async fn an_action_carries_the_diagnostic_of_the_client() {
    let mut client = opened(Setup::default()).await;
    let mut diagnostic = client.published(URI, 1).await[0].clone();
    diagnostic["tags"] = json!([1]);
    let found = actions(&mut client, 2, &json!({"diagnostics": [diagnostic]})).await;
    assert_eq!(found[0]["diagnostics"], json!([diagnostic]));
    assert_eq!(found[0]["kind"], "csieve.view", "what shows something is no fix");
    assert_eq!(found[2]["kind"], "quickfix", "a suppression makes the diagnostic go away");
    let built = actions(&mut client, 2, &json!({"diagnostics": []})).await;
    assert_eq!(built[0]["diagnostics"][0]["data"], diagnostic["data"]);
}

#[tokio::test]
async fn other_kinds_of_actions_are_not_offered() {
    let mut client = opened(Setup::default()).await;
    let only = |kind: &str| json!({"diagnostics": [], "only": [kind]});
    assert!(actions(&mut client, 2, &only("refactor")).await.is_empty());
    assert_eq!(titles(&actions(&mut client, 2, &only("quickfix")).await), ["Suppress with a reason"]);
    let views = ["Show counterexample trace", "Show the rounds to the verdict"];
    assert_eq!(titles(&actions(&mut client, 2, &only("csieve.view")).await), views);
    assert_eq!(titles(&actions(&mut client, 2, &only("csieve")).await), views);
    assert_eq!(actions(&mut client, 2, &only("")).await.len(), 3);
}

#[tokio::test]
async fn a_client_with_commands_of_its_own_gets_these() {
    let mut client = opened(Setup { options: json!({"commands": true}), ..Setup::default() }).await;
    let found = actions(&mut client, 6, &json!({"diagnostics": []})).await;
    let commands: Vec<&Value> = found.iter().map(|action| &action["command"]["command"]).collect();
    assert_eq!(commands, ["csieve.showTrace", "csieve.showObserver", "csieve.showRounds"]);
    let arguments = json!([{"uri": URI, "id": "division-by-zero:g:31"}]);
    assert_eq!(found[0]["command"]["arguments"], arguments);
    let of_server = json!(["csieve.analyseWorkspace"]);
    assert_eq!(client.initialized["capabilities"]["executeCommandProvider"]["commands"], of_server);
}

#[tokio::test]
async fn the_servers_commands_open_a_text_document() {
    let capabilities = json!({"window": {"showDocument": {"support": true}}});
    let mut client = opened(Setup { capabilities, ..Setup::default() }).await;
    let found = actions(&mut client, 6, &json!({"diagnostics": []})).await;
    for action in &found {
        let result = client.request("workspace/executeCommand", action["command"].clone()).await.unwrap();
        let shown =
            client.log.iter().rev().find(|message| message["method"] == "window/showDocument").unwrap();
        let path = shown["params"]["uri"].as_str().unwrap().strip_prefix("file://").unwrap();
        assert_eq!(std::fs::read_to_string(path).unwrap(), result["text"].as_str().unwrap());
    }
}

#[tokio::test]
async fn without_documents_to_show_there_is_a_message() {
    let mut client = opened(Setup::default()).await;
    let found = actions(&mut client, 2, &json!({"diagnostics": []})).await;
    client.request("workspace/executeCommand", found[0]["command"].clone()).await.unwrap();
    let shown = client.ever(|message| message["method"] == "window/showMessage").await;
    assert!(shown["params"]["message"].as_str().unwrap().contains("BUG is reached"));
}

#[tokio::test]
async fn commands_that_cannot_run_say_why() {
    let mut client = opened(Setup::default()).await;
    let mut error = async |command: &str, arguments: Value| {
        let params = json!({"command": command, "arguments": arguments});
        client.request("workspace/executeCommand", params).await.unwrap_err()["message"].clone()
    };
    assert_eq!(error("csieve.nonsense", json!([])).await, "there is no command `csieve.nonsense`");
    let no_argument = error("csieve.openTrace", json!([])).await;
    assert!(no_argument.as_str().unwrap().starts_with("csieve.openTrace needs {uri, id}"));
    let kept = json!([{"uri": URI, "id": "division-by-zero:f:19"}]);
    assert_eq!(error("csieve.openObserver", kept).await, "`division-by-zero:f:19` has no conflict to show");
}

#[tokio::test]
async fn a_suppression_is_an_edit_or_a_command_that_asks() {
    let context = json!({"diagnostics": []});
    let mut client = opened(Setup::default()).await;
    let found = actions(&mut client, 2, &context).await;
    let edit = &found[2]["edit"]["changes"][URI][0];
    assert_eq!(edit["newText"], " // NOLINT(division-by-zero): reason");
    let mut client = opened(Setup { options: json!({"commands": true}), ..Setup::default() }).await;
    let found = actions(&mut client, 2, &context).await;
    assert_eq!(found[2]["command"]["command"], "csieve.suppress");
    assert_eq!(found[2]["command"]["arguments"][0]["before"], " // NOLINT(division-by-zero): ");
}
