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

/// A file with a use after free.
const WRONG: &str = "void free(void *);\nint f(int *p)\n{\n    free(p);\n    return *p;\n}\n";

/// Asks for the findings of a workspace with settings of the editor, and returns the names of the files that have some.
/// The answer comes when all files are analysed.
async fn found_in_workspace(project: &Project, mut options: Value) -> Vec<String> {
    options["diagnosticMode"] = json!("workspace");
    let capabilities = json!({"textDocument": {"diagnostic": {}}});
    let setup = Setup { capabilities, options, folders: vec![project.uri("")], ..Setup::default() };
    let mut client = project.client_of(setup).await;
    let all = client.request("workspace/diagnostic", json!({"previousResultIds": []})).await.unwrap();
    let root = project.uri("");
    let has_some = |report: &&Value| report["items"].as_array().is_some_and(|all| !checks(all).is_empty());
    let found = all["items"].as_array().unwrap().iter().filter(has_some);
    let names = found.filter_map(|report| report["uri"].as_str());
    let mut names: Vec<String> =
        names.map(|uri| uri.strip_prefix(&root).unwrap_or(uri).trim_start_matches('/').to_owned()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn files_of_the_workspace_are_left_out() {
    let project =
        Project::new(&[("a.c", WRONG), ("gen/b.c", WRONG), ("third/c.c", WRONG), ("tests/d.c", WRONG)]);
    assert_eq!(found_in_workspace(&project, json!({})).await, ["a.c", "gen/b.c", "tests/d.c", "third/c.c"]);
    let part = "[[override]]\nfiles = [\"tests/\"]\nchecks = [\"-use-after-free\"]\n";
    project.write("csieve.toml", &format!("exclude = [\"third/\"]\n{part}"));
    assert_eq!(found_in_workspace(&project, json!({"exclude": ["gen/"]})).await, ["a.c"]);
}

#[tokio::test]
async fn tables_of_the_file_count_and_a_change_of_them_is_seen() {
    let text = "void give_up(void);\nint f(int *p)\n{\n    if (!p)\n        give_up();\n    return *p;\n}\n";
    let table = "[[function]]\nnames = [\"give_up\"]\nnoreturn = true\n";
    let project = Project::new(&[
        ("src/a.c", text),
        ("ci/own.toml", table),
        ("csieve.toml", "library = [\"ci/own.toml\"]\n"),
    ]);
    let capabilities = json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}});
    let setup = Setup { capabilities, folders: vec![project.uri("")], ..Setup::default() };
    let mut client = project.client_of(setup).await;
    assert_eq!(checks(&project.open(&mut client, "src/a.c").await), [""; 0]);
    assert_eq!(checks(&after(&project, &mut client, "wrapv = false\n").await), ["null-dereference"]);
}

/// A rule that a free of anything breaks.
const RULES: &str = "[[rule]]\nid = \"no-free\"\ntitle = \"Memory is freed\"\nmessage = \"`{object}` is freed\"\n\
    formula = \"AG !gone\"\n[rule.labels]\ngone = { event = \"freed\" }\n";

#[tokio::test]
async fn rules_of_the_project_count_and_are_read_again() {
    let files = [("src/a.c", TEXT), ("own.toml", RULES), ("csieve.toml", "rules = [\"own.toml\"]\n")];
    let project = Project::new(&files);
    let capabilities = json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}});
    let setup = Setup { capabilities, folders: vec![project.uri("")], ..Setup::default() };
    let mut client = project.client_of(setup).await;
    let found = project.open(&mut client, "src/a.c").await;
    assert_eq!(checks(&found), ["no-free", "use-after-free", "division-by-zero"]);
    assert!(found[0]["message"].as_str().unwrap().starts_with("`p` is freed"), "{found:#?}");
    assert!(found[0]["codeDescription"]["href"].as_str().unwrap().ends_with("/own-rules.md"));
    let at =
        json!({"textDocument": {"uri": project.uri("src/a.c")}, "position": {"line": 3, "character": 5}});
    let hover = client.request("textDocument/hover", at).await.unwrap();
    assert!(hover["contents"]["value"].as_str().unwrap().contains("`no-free`"), "{hover:#}");
    project.write("own.toml", &RULES.replace("freed\"\nformula", "gone for good\"\nformula"));
    project.tell(&mut client, &["own.toml"]).await;
    let anew = client.published_anew(&project.uri("src/a.c")).await;
    assert!(anew[0]["message"].as_str().unwrap().starts_with("`p` is gone for good"), "{anew:#?}");
}
