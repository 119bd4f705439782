//! Tests of the requests and notifications under `csieve/`.

use csieve_tests::lsp::Setup;
use serde_json::{Value, json};

use super::{URI, client, opened};

#[tokio::test]
async fn findings_are_listed_with_their_ids() {
    let mut client = opened(Setup { options: json!({"showRefuted": "off"}), ..Setup::default() }).await;
    let findings = client.request("csieve/findings", json!({"uri": URI})).await.unwrap();
    let column = |name: &str| -> Vec<Value> {
        findings.as_array().unwrap().iter().map(|finding| finding[name].clone()).collect()
    };
    assert_eq!(column("id"), ["division-by-zero:f:19", "division-by-zero:g:31"]);
    assert_eq!(column("rule"), ["division-by-zero", "division-by-zero"]);
    assert_eq!(column("verdict"), ["unrefuted", "refuted"]);
    assert_eq!(column("function"), ["f", "g"]);
    assert_eq!(column("message")[1], "`FINE` can be zero on line 7");
    assert_eq!(column("range")[0]["start"], json!({"line": 2, "character": 4}));
}

#[tokio::test]
async fn a_trace_comes_in_three_forms() {
    let mut client = opened(Setup::default()).await;
    let params = json!({"uri": URI, "id": "division-by-zero:f:19"});
    let trace = client.request("csieve/trace", params).await.unwrap();
    assert_eq!(trace["title"], "Trace: division-by-zero in f");
    assert!(trace["markdown"].as_str().unwrap().contains("`BUG` can be zero on line 3"));
    assert!(trace["markdown"].as_str().unwrap().contains('|'));
    assert!(trace["text"].as_str().unwrap().contains("x > 0 is true"));
    let steps = trace["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 3);
    assert_eq!(steps[2]["values"], json!([{"name": "x", "value": "[1, ∞]"}]));
    assert_eq!(steps[2]["range"]["start"], json!({"line": 2, "character": 4}));
}

#[tokio::test]
async fn an_observer_comes_as_dot_svg_and_text() {
    let mut client = opened(Setup::default()).await;
    let params = json!({"uri": URI, "id": "division-by-zero:g:31"});
    let observer = client.request("csieve/observer", params).await.unwrap();
    assert!(observer["dot"].as_str().unwrap().starts_with("digraph"));
    assert!(observer["svg"].as_str().unwrap().contains("<svg"));
    assert!(observer["text"].as_str().unwrap().contains("x < 1"));
    assert_eq!(observer["title"], "Observer: division-by-zero in g");
    let all = observer["observers"].as_array().unwrap();
    assert_eq!(all.len(), 1);
    assert_eq!(all[0]["title"], "{x = 1, x < 1}");
    assert_eq!(all[0]["equations"][1]["solution"], "∅");
    assert_eq!(observer["proof"], "line 5 leaves `x = 1`, line 7 then needs `x < 1`");
}

#[tokio::test]
async fn an_id_survives_edits_elsewhere_and_no_others() {
    let mut client = opened(Setup::default()).await;
    let params = json!({"uri": URI, "id": "division-by-zero:g:31"});
    let insert = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}});
    client.change(URI, 2, json!([{"range": insert, "text": "int a;\n\n"}])).await;
    let observer = client.request("csieve/observer", params.clone()).await.unwrap();
    assert_eq!(observer["proof"], "line 7 leaves `x = 1`, line 9 then needs `x < 1`");
    client.change(URI, 3, json!([{"text": "int g(void) { FINE; }"}])).await;
    let error = client.request("csieve/observer", params).await.unwrap_err();
    let message = format!("{URI} has no finding `division-by-zero:g:31` in its current text");
    assert_eq!((&error["code"], &error["message"]), (&json!(-32602), &json!(message)));
}

#[tokio::test]
async fn functions_of_the_same_name_have_ids_of_their_own() {
    let (mut client, _) = client(Setup::default()).await;
    client.open(URI, "void f(void) { BUG; }\n\n\nvoid f(void) { BUG; }\n").await;
    let findings = client.request("csieve/findings", json!({"uri": URI})).await.unwrap();
    assert_eq!(findings[0]["id"], "division-by-zero:f:15");
    assert_eq!(findings[1]["id"], "division-by-zero:f:15#2");
    let params = json!({"uri": URI, "id": "division-by-zero:f:15#2"});
    let trace = client.request("csieve/trace", params).await.unwrap();
    assert!(trace["markdown"].as_str().unwrap().contains("line 4"));
}

#[tokio::test]
async fn closed_documents_are_named_in_the_error() {
    let (mut client, _) = client(Setup::default()).await;
    for method in ["csieve/observer", "csieve/trace", "csieve/findings"] {
        let error = client.request(method, json!({"uri": URI, "id": "x"})).await.unwrap_err();
        assert_eq!(error["message"], format!("{URI} is not open"), "{method}");
    }
}

#[tokio::test]
async fn the_status_is_told_to_who_wants_it() {
    let (mut client, _) = client(Setup::default()).await;
    let text = "void f(void) { SKIP; }\nvoid g(void) { SKIP; }\nvoid h(void) { }\nvoid k(void) { PANIC; }\n";
    client.open(URI, text).await;
    client.until(|message| message["params"]["state"] == "analysing").await;
    let ready = client.until(|message| message["params"]["state"] == "idle").await;
    assert_eq!(ready["method"], "csieve/status");
    let expected = json!({
        "state": "idle", "pending": 0, "analysed": 1, "skipped": 3,
        "reasons": {"it says so": 2, "internal error": 1},
    });
    assert_eq!(ready["params"], expected);
}
