//! Tests of settings, in every way in which a client can send them.

use csieve_tests::lsp::{Client, Setup};
use serde_json::{Value, json};

use super::{TEXT, URI, client, opened};

/// Opens a document and returns the severities of its diagnostics.
async fn severities(client: &mut Client) -> Vec<Value> {
    let uri = "file:///project/probe.c";
    client.log.retain(|message| message["params"]["uri"] != uri);
    client.open(uri, TEXT).await;
    let diagnostics = client.published(uri, 1).await;
    client.close_document(uri).await;
    client.until(|message| message["params"] == json!({"uri": uri, "diagnostics": []})).await;
    diagnostics.iter().map(|diagnostic| diagnostic["severity"].clone()).collect()
}

#[tokio::test]
async fn initialization_options_are_settings() {
    let (mut defaults, _) = client(Setup::default()).await;
    assert_eq!(severities(&mut defaults).await, [2, 4]);
    for options in [json!({"showRefuted": "off"}), json!({"csieve": {"showRefuted": "off"}})] {
        let (mut client, _) = client(Setup { options, ..Setup::default() }).await;
        assert_eq!(severities(&mut client).await, [2]);
    }
}

#[tokio::test]
async fn a_pushed_change_applies_to_open_documents() {
    let mut client = opened(Setup::default()).await;
    client.published(URI, 1).await;
    let mut push = async |section: Value| {
        client.notify("workspace/didChangeConfiguration", json!({"settings": {"csieve": section}})).await;
        let published = client.until(|message| message["params"]["uri"] == URI).await;
        published["params"]["diagnostics"].as_array().unwrap().len()
    };
    assert_eq!(push(json!({"showRefuted": "off"})).await, 1);
    assert_eq!(push(json!({"checks": ["-division-by-zero"]})).await, 0);
    assert_eq!(push(json!({})).await, 2);
    assert_eq!(push(json!({"enable": false})).await, 0);
    assert_eq!(push(json!({"enable": true})).await, 2);
}

#[tokio::test]
async fn settings_are_pulled_where_the_client_answers() {
    let capabilities = json!({"workspace": {
        "configuration": true, "didChangeConfiguration": {"dynamicRegistration": true},
    }});
    let configuration = json!({"checks": "memory-leak"});
    let (mut client, _) = client(Setup { capabilities, configuration, ..Setup::default() }).await;
    let registered = client.ever(|message| message["method"] == "client/registerCapability").await;
    assert_eq!(registered["params"]["registrations"][0]["method"], "workspace/didChangeConfiguration");
    let asked = client.ever(|message| message["method"] == "workspace/configuration").await;
    assert_eq!(asked["params"]["items"], json!([{"section": "csieve"}]));
    assert_eq!(severities(&mut client).await, [0; 0]);
    client.configuration = json!({});
    client.notify("workspace/didChangeConfiguration", json!({"settings": null})).await;
    client.until(|message| message["method"] == "workspace/configuration").await;
    assert_eq!(severities(&mut client).await, [2, 4]);
}

#[tokio::test]
async fn a_wrong_value_is_told_and_the_old_one_stays() {
    let (mut client, _) = client(Setup { options: json!({"showRefuted": "off"}), ..Setup::default() }).await;
    let settings = json!({"csieve": {"showRefuted": "maybe"}});
    client.notify("workspace/didChangeConfiguration", json!({"settings": settings})).await;
    let message = client.ever(|message| message["method"] == "window/showMessage").await;
    let text = r#"Setting csieve.showRefuted is ignored: expected "hint" or "off", not "maybe"."#;
    assert_eq!(message["params"], json!({"type": 2, "message": text}));
    assert_eq!(severities(&mut client).await, [2]);
}

#[tokio::test]
async fn tables_of_library_functions_are_read_again_when_they_change() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table.toml");
    let write = |value: &str| {
        let text = format!("[[function]]\nnames = [\"give_up\"]\nnoreturn = {value}\n");
        std::fs::write(&table, text).unwrap();
    };
    write("true");
    let settings = json!({"library": [table]});
    let (mut client, fake) = client(Setup { options: settings.clone(), ..Setup::default() }).await;
    client.open(URI, "int f(int a) { return a; }\n").await;
    client.published(URI, 1).await;
    assert_eq!(fake.analysed(), 1);
    let push = json!({"settings": {"csieve": settings}});
    write("3");
    client.notify("workspace/didChangeConfiguration", push.clone()).await;
    let told = client.until(|message| message["method"] == "window/showMessage").await;
    let message = told["params"]["message"].as_str().unwrap();
    assert!(message.starts_with("Tables and rules are ignored: ") && message.contains(":3: "), "{message}");
    assert_eq!(fake.analysed(), 1, "the table that was right is in force");
    write("false");
    client.notify("workspace/didChangeConfiguration", push).await;
    fake.wait_until(|fake| fake.analysed() == 2).await;
}
