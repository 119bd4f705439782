//! Tests of `csieve.toml` in editors: it wins over the editor's settings, and a change of it is seen at once.

use csieve_tests::lsp::{Client, Project, Setup};
use serde_json::{Value, json};

const TEXT: &str = "void free(void *);\nint f(int *p)\n{\n    free(p);\n    return *p;\n}\n\
    int g(int n)\n{\n    return 10 / (n == 3 ? 0 : n);\n}\n";

/// Returns the checks of the diagnostics that are not hints.
fn checks(diagnostics: &[Value]) -> Vec<&str> {
    let shown = diagnostics.iter().filter(|diagnostic| diagnostic["severity"] != 4);
    shown.filter_map(|diagnostic| diagnostic["code"].as_str()).collect()
}

async fn after(project: &Project, client: &mut Client, text: &str) -> Vec<Value> {
    project.write("csieve.toml", text);
    project.tell(client, &["csieve.toml"]).await;
    client.published_anew(&project.uri("src/a.c")).await
}

#[tokio::test]
async fn a_change_of_the_file_is_seen_in_open_documents() {
    let project = Project::new(&[("src/a.c", TEXT)]);
    let mut client = project.client().await;
    assert_eq!(checks(&project.open(&mut client, "src/a.c").await), ["use-after-free", "division-by-zero"]);
    let less = after(&project, &mut client, "checks = [\"-use-after-free\"]\n").await;
    assert_eq!(checks(&less), ["division-by-zero"]);
    let part = "[[override]]\nfiles = [\"src/*.c\"]\nchecks = [\"use-after-free\"]\n";
    assert_eq!(checks(&after(&project, &mut client, part).await), ["use-after-free"]);
    assert_eq!(after(&project, &mut client, "exclude = [\"src/\"]\n").await, [Value::Null; 0]);
    let all = after(&project, &mut client, "wrapv = false\n").await;
    assert_eq!(checks(&all), ["use-after-free", "division-by-zero"]);
}

#[tokio::test]
async fn the_file_wins_over_the_settings_of_the_editor() {
    let project = Project::new(&[("src/a.c", TEXT), ("csieve.toml", "checks = [\"division-by-zero\"]\n")]);
    let options =
        json!({"checks": ["use-after-free"], "refuters": ["-bits"], "exclude": ["x/"], "wrapv": true});
    let mut client = project.client_of(Setup { options, ..Setup::default() }).await;
    assert_eq!(checks(&project.open(&mut client, "src/a.c").await), ["division-by-zero"]);
}

#[tokio::test]
async fn a_mistake_in_the_file_is_told_with_its_line() {
    let project = Project::new(&[("src/a.c", TEXT), ("csieve.toml", "wrapv = true\nchekcs = []\n")]);
    let mut client = project.client().await;
    let found = project.open(&mut client, "src/a.c").await;
    assert_eq!(checks(&found), ["use-after-free", "division-by-zero"], "the file is not used");
    let told = client.ever(|message| message["method"] == "window/showMessage").await;
    let message = told["params"]["message"].as_str().unwrap();
    assert!(
        message.contains("csieve.toml:2:1: there is no key `chekcs`; did you mean `checks`"),
        "{message}"
    );
}
