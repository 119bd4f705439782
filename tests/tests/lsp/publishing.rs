//! Tests of published diagnostics: their content, and when they are sent.

use csieve_tests::lsp::{Columns, Edit, Mirror, Setup, assert_valid_ranges};
use serde_json::{Value, json};

use super::{TEXT, URI, client, opened};

#[tokio::test]
async fn diagnostics_carry_rule_page_steps_and_id() {
    let mut client = opened(Setup::default()).await;
    let diagnostics = client.published(URI, 1).await;
    let kept = &diagnostics[0];
    assert_eq!(kept["source"], "csieve");
    assert_eq!(kept["code"], "division-by-zero");
    assert!(kept["codeDescription"]["href"].as_str().unwrap().contains("division-by-zero"));
    assert_eq!(kept["severity"], 2);
    assert_eq!(kept["message"], "`BUG` can be zero on line 3");
    assert_eq!(kept["data"], json!({"id": "division-by-zero:f:19", "verdict": "unrefuted"}));
    assert_eq!(
        kept["range"],
        json!({"start": {"line": 2, "character": 4}, "end": {"line": 2, "character": 7}})
    );
    let related = kept["relatedInformation"].as_array().unwrap();
    assert_eq!(related.len(), 3);
    assert_eq!(related[2]["message"], "`BUG` is reached");
    assert_eq!(related[2]["location"], json!({"uri": URI, "range": kept["range"]}));
}

#[tokio::test]
async fn refuted_findings_are_hints_that_name_the_clash() {
    let mut client = opened(Setup::default()).await;
    let refuted = client.published(URI, 1).await[1].clone();
    assert_eq!(refuted["severity"], 4);
    let message = refuted["message"].as_str().unwrap();
    assert!(
        message.starts_with(
            "refuted as spurious, not possible: line 5 leaves `x = 1`, line 7 then needs `x < 1`"
        ),
        "{message}"
    );
    let related = refuted["relatedInformation"].to_string();
    assert!(related.contains("`x = 1`") && related.contains("`x < 1`"), "{related}");
}

#[tokio::test]
async fn columns_are_in_the_negotiated_encoding() {
    for (encoding, column) in [("utf-16", 14), ("utf-8", 17)] {
        let capabilities = json!({"general": {"positionEncodings": [encoding]}});
        let mut client = opened(Setup { capabilities, ..Setup::default() }).await;
        let refuted = client.published(URI, 1).await[1].clone();
        assert_eq!(refuted["range"]["start"], json!({"line": 6, "character": column}), "{encoding}");
    }
}

#[tokio::test]
async fn closing_clears_the_diagnostics() {
    let mut client = opened(Setup::default()).await;
    client.published(URI, 1).await;
    client.close_document(URI).await;
    let cleared = client.until(|message| message["method"] == "textDocument/publishDiagnostics").await;
    assert_eq!(cleared["params"], json!({"uri": URI, "diagnostics": []}));
}

#[tokio::test]
async fn an_edit_analyses_only_the_function_it_changes() {
    let (mut client, fake) = client(Setup::default()).await;
    client.open(URI, TEXT).await;
    client.published(URI, 1).await;
    assert_eq!(fake.analysed(), 2);
    let mut mirror = Mirror::new(TEXT, Columns::Utf16);
    // The new line is inside the first function, and moves the second one.
    let at = TEXT.find("BUG").unwrap();
    let change = mirror.apply(&Edit { from: at, to: at, text: "\n".to_owned() });
    client.change(URI, 2, json!([change])).await;
    let diagnostics = client.published(URI, 2).await;
    assert_eq!(fake.analysed(), 3);
    assert_eq!(diagnostics[1]["range"]["start"]["line"], 7);
    assert!(diagnostics[1]["message"].as_str().unwrap().contains("line 8 then needs"));
}

#[tokio::test]
async fn newer_text_cancels_stale_work() {
    let (mut client, fake) = client(Setup::default()).await;
    client.open(URI, "void f(void) { SLOW; }\nvoid g(void) { BUG; }\n").await;
    fake.wait_until(|fake| fake.started() > 0).await;
    client.change(URI, 2, json!([{"text": "void f(void) { BUG; }\n"}])).await;
    assert_eq!(client.published(URI, 2).await.len(), 1);
    fake.wait_until(|fake| fake.cancelled() == 1).await;
    // Partial diagnostics of the older text may have come, but not after the diagnostics of the newer text.
    client.request("csieve/findings", json!({"uri": URI})).await.unwrap();
    assert_eq!(client.published_versions(URI).last(), Some(&Some(2)));
}

#[tokio::test]
async fn old_diagnostics_stay_until_all_new_ones_are_there() {
    let (mut client, _) = client(Setup::default()).await;
    client.open(URI, "void f(void) { BUG; }\n").await;
    client.published(URI, 1).await;
    client.change(URI, 2, json!([{"text": "void f(void) { SLOW; }\nvoid g(void) { BUG; }\n"}])).await;
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    client.change(URI, 3, json!([{"text": "void g(void) { BUG; BUG; }\n"}])).await;
    assert_eq!(client.published(URI, 3).await.len(), 2);
    assert_eq!(client.published_versions(URI), [Some(1), Some(3)]);
}

#[tokio::test]
async fn a_long_first_analysis_publishes_what_it_has_and_shows_progress() {
    let capabilities = json!({"window": {"workDoneProgress": true}});
    let (mut client, _) = client(Setup { capabilities, ..Setup::default() }).await;
    let slow = "void s(void) { SLOW; }\n";
    let function = |nth| format!("void f{nth}(void) {{ PAUSE; BUG; }}\n");
    let others = (0..40).map(function).collect::<Vec<_>>().concat();
    client.open(URI, &format!("{others}{slow}")).await;
    let partial = client.until(|message| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"]["diagnostics"][0].is_object()
    });
    let partial = partial.await["params"]["diagnostics"].as_array().unwrap().len();
    assert!(partial <= 40);
    client.ever(|message| message["method"] == "window/workDoneProgress/create").await;
    let begin = client.ever(|message| message["params"]["value"]["kind"] == "begin").await;
    assert_eq!(begin["params"]["value"]["title"], "Analysing a.c");
    client.change(URI, 2, json!([{"text": others}])).await;
    client.ever(|message| message["params"]["value"]["kind"] == "end").await;
    assert_eq!(client.published(URI, 2).await.len(), 40);
}

#[tokio::test]
async fn no_diagnostics_describe_a_text_older_than_an_acknowledged_change() {
    let (mut client, _) = client(Setup::default()).await;
    let mut mirror = Mirror::new("void f(void) { }\n", Columns::Utf16);
    let mut texts = vec![mirror.text()];
    client.open(URI, &mirror.text()).await;
    let mut asked = Vec::new();
    for version in 2..=150 {
        let at = "void f(void) {".len();
        let text = if version % 7 == 0 { "\r\n BUG;" } else { " FINE;" };
        let change = mirror.apply(&Edit { from: at, to: at, text: text.to_owned() });
        client.change(URI, version, json!([change])).await;
        texts.push(mirror.text());
        if version % 3 == 0 {
            let position = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 16}});
            asked.push((client.send("textDocument/hover", position).await, version));
        }
        if version % 10 == 0 {
            client.published(URI, version).await;
        }
    }
    assert_eq!(client.published(URI, 150).await.len(), 149);
    assert_order(&client.log, &asked, &texts);
}

/// Checks the messages in the order of their arrival: diagnostics of a version never come after those of a
/// newer version, nor after an answer to a request about a newer version.
fn assert_order(log: &[Value], asked: &[(u64, i64)], texts: &[String]) {
    let mut acknowledged = 0;
    let mut published = 0;
    for message in log {
        if let Some((_, version)) = asked.iter().find(|(id, _)| message["id"] == *id) {
            acknowledged = acknowledged.max(*version);
        }
        if message["method"] == "textDocument/publishDiagnostics" {
            let version = message["params"]["version"].as_i64().expect("a version");
            assert!(version >= published, "{version} after {published}");
            assert!(version >= acknowledged, "{version}, though {acknowledged} was acknowledged");
            published = version;
            let diagnostics = message["params"]["diagnostics"].as_array().unwrap();
            let text = &texts[version as usize - 1];
            let words = text.matches("BUG").count() + text.matches("FINE").count();
            // There are fewer diagnostics than words until the first analysis is complete.
            assert!(diagnostics.len() <= words);
            assert_valid_ranges(diagnostics, text, Columns::Utf16);
        }
    }
}

#[tokio::test]
async fn a_long_analysis_shows_what_it_has_and_can_be_cancelled() {
    let capabilities = json!({"window": {"workDoneProgress": true}});
    let (mut client, fake) = client(Setup { capabilities, ..Setup::default() }).await;
    client.open(URI, "void s(void) { SLOW; }\nvoid f(void) { BUG; }\n").await;
    let first = client.until(|message| message["method"] == "textDocument/publishDiagnostics").await;
    assert_eq!(first["params"]["diagnostics"].as_array().unwrap().len(), 1);
    let report = client.ever(|message| message["params"]["value"]["kind"] == "report").await;
    assert_eq!(report["params"]["value"]["message"], "1/2 functions");
    client.notify("window/workDoneProgress/cancel", json!({"token": report["params"]["token"]})).await;
    client.until(|message| message["params"]["state"] == "idle").await;
    fake.wait_until(|fake| fake.cancelled() == 1).await;
    let findings = client.request("csieve/findings", json!({"uri": URI})).await.unwrap();
    assert_eq!(findings.as_array().unwrap().len(), 1);
    client.change(URI, 2, json!([{"text": "void f(void) { BUG; BUG; }\n"}])).await;
    assert_eq!(client.published(URI, 2).await.len(), 2);
}

#[tokio::test]
async fn what_is_seen_of_a_long_text_is_published_while_the_rest_is_analysed() {
    let slow = |range: std::ops::Range<u32>| {
        let functions: Vec<String> =
            range.map(|number| format!("void f{number}(void) {{ SLOW; }}\n")).collect();
        functions.concat()
    };
    let text = format!("{}void seen(void) {{ BUG; }}\n{}", slow(0..200), slow(200..400));
    let (mut client, _) = client(Setup::default()).await;
    let seen = json!({"start": {"line": 200, "character": 0}, "end": {"line": 200, "character": 1}});
    client.open(URI, &text).await;
    client.notify("csieve/visible", json!({"uri": URI, "ranges": [seen]})).await;
    let space = json!({"line": 200, "character": 18});
    for version in 2..5 {
        client.change(URI, version, json!([{"range": {"start": space, "end": space}, "text": " "}])).await;
        let published = client.until(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["version"] == version
                && message["params"]["diagnostics"] != json!([])
        });
        let published = published.await;
        assert_eq!(published["params"]["diagnostics"][0]["range"]["start"]["line"], 200);
    }
}
