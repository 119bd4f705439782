//! Tests of the data for views of a finding, and of clients that cannot show all of the data.

use csieve_tests::lsp::{Project, Setup};
use serde_json::{Value, json};

use super::{URI, opened};

const P1_BUG: &str = include_str!("../../../demo/p1_bug.c");
const P1_OK: &str = include_str!("../../../demo/p1_ok.c");

async fn found(project: &Project, setup: Setup, verdict: &str) -> (csieve_tests::lsp::Client, Value) {
    let mut client = project.client_of(setup).await;
    project.open(&mut client, "a.c").await;
    let uri = project.uri("a.c");
    let all = client.request("csieve/findings", json!({"uri": uri})).await.unwrap();
    let is_it = |one: &&Value| one["rule"] == "use-after-free" && one["verdict"] == verdict;
    let one = all.as_array().unwrap().iter().find(is_it).unwrap_or_else(|| panic!("{all:#}")).clone();
    (client, one)
}

#[tokio::test]
async fn rounds_tell_how_a_refuted_finding_was_refuted() {
    let project = Project::new(&[("a.c", P1_OK)]);
    let (mut client, finding) = found(&project, Setup::default(), "refuted").await;
    assert!(finding["proof"].as_str().unwrap().contains("`x == 1`"), "{finding:#}");
    let params = json!({"uri": project.uri("a.c"), "id": finding["id"]});
    let rounds = client.request("csieve/rounds", params.clone()).await.unwrap();
    assert_eq!(rounds["verdict"], "refuted");
    assert!(rounds["text"].as_str().unwrap().contains("round 1: a path to the misuse"));
    assert!(rounds["conclusion"].as_str().unwrap().starts_with("refuted: no path is left"));
    let first = &rounds["rounds"][0];
    assert!(first["steps"].as_array().unwrap().len() > 5);
    let observer = &first["observers"][0];
    let states = observer["states"].as_array().unwrap();
    assert_eq!(states.first().unwrap()["ranges"], json!([]), "nothing leads to the initial state");
    assert_eq!(states.last().unwrap()["rejects"], true);
    assert!(!states.last().unwrap()["ranges"].as_array().unwrap().is_empty());
    assert_eq!(observer["clash"].as_array().unwrap().len(), 2);
    let svg = observer["svg"].as_str().unwrap();
    for (index, _) in states.iter().enumerate() {
        assert!(svg.contains(&format!("data-state=\"{index}\"")), "{svg}");
    }
    for (index, _) in observer["edges"].as_array().unwrap().iter().enumerate() {
        assert!(svg.contains(&format!("data-edge=\"{index}\"")), "{svg}");
    }
    let drawing = client
        .request("workspace/executeCommand", json!({"command": "csieve.openDrawing", "arguments": [params]}))
        .await
        .unwrap();
    assert_eq!(drawing["text"], *svg);
}

#[tokio::test]
async fn a_kept_finding_says_why_each_branch_is_taken() {
    let project = Project::new(&[("a.c", P1_BUG)]);
    let (mut client, finding) = found(&project, Setup::default(), "confirmed").await;
    let params = json!({"uri": project.uri("a.c"), "id": finding["id"]});
    let trace = client.request("csieve/trace", params).await.unwrap();
    let steps = trace["steps"].as_array().unwrap();
    let branch = |text: &str| {
        let step = steps.iter().find(|step| step["text"] == text).unwrap_or_else(|| panic!("{steps:#?}"));
        step["branch"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(branch("`p != NULL`"), "the only way, as `p` is not NULL");
    assert_eq!(branch("`x >= 0`"), "the only way, as `x` = 10");
    assert_eq!(steps.last().unwrap()["kind"], "access");
}

#[tokio::test]
async fn a_client_without_related_information_gets_the_steps_in_the_message() {
    let mut client = opened(Setup { capabilities: json!({}), ..Setup::default() }).await;
    let diagnostics = client.published(URI, 1).await;
    let message = diagnostics[0]["message"].as_str().unwrap();
    assert!(message.starts_with("`BUG` can be zero on line 3\n  line "), "{message}");
    assert!(message.ends_with("line 3: `BUG` is reached"), "{message}");
    assert_eq!(diagnostics[0]["relatedInformation"], Value::Null);
}

#[tokio::test]
async fn hovers_are_in_the_clients_format() {
    let hover = async |setup: Setup| {
        let mut client = opened(setup).await;
        let at = json!({"textDocument": {"uri": URI}, "position": {"line": 2, "character": 5}});
        client.request("textDocument/hover", at).await.unwrap()["contents"].clone()
    };
    let plain = json!({"textDocument": {"hover": {"contentFormat": ["plaintext"]}}});
    let shown = hover(Setup { capabilities: plain, ..Setup::default() }).await;
    assert_eq!(shown["kind"], "plaintext");
    let text = shown["value"].as_str().unwrap();
    assert!(text.contains("BUG is reached") && !text.contains("**"), "{text}");
    let markdown = hover(Setup::default()).await;
    assert!(!markdown["value"].as_str().unwrap().contains("command:"));
    let linked = hover(Setup { options: json!({"commands": true}), ..Setup::default() }).await;
    let text = linked["value"].as_str().unwrap();
    assert!(text.contains("[Show counterexample trace](command:csieve.showTrace?%5B%7B"), "{text}");
}

#[tokio::test]
async fn lenses_count_what_is_in_a_function() {
    let lenses = async |options: Value| {
        let mut client = opened(Setup { options, ..Setup::default() }).await;
        client.request("textDocument/codeLens", json!({"textDocument": {"uri": URI}})).await.unwrap()
    };
    let shown = lenses(json!({"commands": true})).await;
    let titles: Vec<&Value> =
        shown.as_array().unwrap().iter().map(|lens| &lens["command"]["title"]).collect();
    assert_eq!(titles, ["1 finding", "1 refuted"]);
    assert_eq!(shown[0]["command"]["command"], "csieve.showFindings");
    assert_eq!(
        shown[0]["command"]["arguments"],
        json!([{"uri": URI, "function": "f", "ids": ["division-by-zero:f:19"]}])
    );
    assert_eq!(lenses(json!({"codeLens": false})).await, Value::Null);
}

#[tokio::test]
async fn the_off_switch_turns_everything_off_and_on() {
    let capabilities = json!({"workspace": {"codeLens": {"refreshSupport": true}}});
    let mut client = opened(Setup { capabilities, ..Setup::default() }).await;
    client.published(URI, 1).await;
    let set = |enable: bool| json!({"settings": {"csieve": {"enable": enable}}});
    client.notify("workspace/didChangeConfiguration", set(false)).await;
    client.until(|message| message["params"]["state"] == "off").await;
    let last = client.log.iter().rfind(|message| message["method"] == "textDocument/publishDiagnostics");
    assert_eq!(last.unwrap()["params"]["diagnostics"], json!([]));
    client.ever(|message| message["method"] == "workspace/codeLens/refresh").await;
    let lenses = json!({"textDocument": {"uri": URI}});
    assert_eq!(client.request("textDocument/codeLens", lenses).await, Ok(Value::Null));
    client.notify("workspace/didChangeConfiguration", set(true)).await;
    let back = client.published_anew(URI).await;
    assert_eq!(back.len(), 2);
}
