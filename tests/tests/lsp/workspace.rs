//! Tests of the folders of a workspace, and of their files that are not open.

use csieve_tests::lsp::{Client, Fake, Project, Setup};
use serde_json::{Value, json};

const CALLEE: &str = "#include <stdlib.h>\nvoid drop(int *p)\n{\n    free(p);\n}\n";
const CALLER: &str = "#include <stdlib.h>\nvoid drop(int *p);\nint f(void)\n{\n    int *p = malloc(4);\n    if (!p)\n        \
                      return 0;\n    drop(p);\n    return *p;\n}\n";

fn project() -> Project {
    Project::new(&[("callee.c", CALLEE), ("caller.c", CALLER)])
}

fn whole(project: &Project) -> Setup {
    Setup {
        capabilities: json!({
            "window": {"workDoneProgress": true},
            "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}},
        }),
        options: json!({"diagnosticMode": "workspace"}),
        folders: vec![project.uri("")],
        ..Setup::default()
    }
}

async fn published(client: &mut Client, uri: &str) -> Value {
    let is_it = |message: &Value| {
        message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri
    };
    client.until(is_it).await["params"]["diagnostics"].clone()
}

#[tokio::test]
async fn files_that_are_not_open_are_analysed_with_what_others_do() {
    let project = project();
    let mut client = project.client_of(whole(&project)).await;
    let found = published(&mut client, &project.uri("caller.c")).await;
    assert_eq!(found.as_array().unwrap().len(), 1, "{found:#}");
    assert_eq!(found[0]["code"], "use-after-free");
    let shown = client.ever(|message| message["params"]["value"]["kind"] == "end").await;
    assert!(shown["params"]["token"].as_str().unwrap().starts_with("csieve-workspace/"));
    let began = client.ever(|message| message["params"]["value"]["kind"] == "begin").await;
    assert_eq!(began["params"]["value"]["title"], "Analysing the workspace");
    assert_eq!(began["params"]["value"]["cancellable"], true);
}

#[tokio::test]
async fn an_open_file_knows_what_others_do() {
    let project = project();
    let mut client = project.client_of(whole(&project)).await;
    // The server may read the callee's file before the caller's file is opened, or after that.
    let mut found = project.open(&mut client, "caller.c").await;
    while found.is_empty() {
        found = published(&mut client, &project.uri("caller.c")).await.as_array().unwrap().clone();
    }
    assert_eq!(found[0]["code"], "use-after-free");
}

#[tokio::test]
async fn runs_go_through_all_files_and_follow_their_changes() {
    let main =
        "void set(int *at, int n);\nint main(void)\n{\n    int b[4];\n    set(b, 5);\n    return 0;\n}\n";
    let set = |test: &str| format!("void set(int *at, int n)\n{{\n    {test}at[n] = 1;\n}}\n");
    let project = Project::new(&[("main.c", main), ("set.c", &set(""))]);
    let mut setup = whole(&project);
    setup.capabilities["textDocument"] = json!({"publishDiagnostics": {"relatedInformation": true}});
    let mut client = project.client_of(setup).await;
    let found = published(&mut client, &project.uri("main.c")).await;
    assert_eq!(
        (&found[0]["code"], &found[0]["range"]["start"]["line"]),
        (&json!("out-of-bounds"), &json!(4))
    );
    let related = found[0]["relatedInformation"].as_array().unwrap();
    assert!(related.iter().any(|one| one["location"]["uri"] == project.uri("set.c")), "{found:#}");
    client.idle().await;
    project.write("set.c", &set("if (n < 4) "));
    let changed = json!({"changes": [{"uri": project.uri("set.c"), "type": 2}]});
    client.notify("workspace/didChangeWatchedFiles", changed).await;
    assert_eq!(published(&mut client, &project.uri("main.c")).await, json!([]));
}

#[tokio::test]
async fn a_file_that_is_gone_has_no_diagnostics() {
    let project = project();
    let mut client = project.client_of(whole(&project)).await;
    published(&mut client, &project.uri("caller.c")).await;
    project.remove("caller.c");
    let gone = json!({"files": [{"uri": project.uri("caller.c")}]});
    client.notify("workspace/didDeleteFiles", gone).await;
    assert_eq!(published(&mut client, &project.uri("caller.c")).await, json!([]));
}

#[tokio::test]
async fn a_file_that_is_renamed_takes_its_diagnostics_along() {
    let project = project();
    let mut client = project.client_of(whole(&project)).await;
    published(&mut client, &project.uri("caller.c")).await;
    project.remove("caller.c");
    project.write("other.c", CALLER);
    let renamed = json!({"files": [{"oldUri": project.uri("caller.c"), "newUri": project.uri("other.c")}]});
    client.notify("workspace/didRenameFiles", renamed).await;
    assert_eq!(published(&mut client, &project.uri("other.c")).await.as_array().unwrap().len(), 1);
    client.idle().await;
    let last = client.log.iter().rfind(|message| message["params"]["uri"] == project.uri("caller.c"));
    assert_eq!(last.unwrap()["params"]["diagnostics"], json!([]));
}

#[tokio::test]
async fn the_whole_workspace_can_be_asked_for() {
    let project = project();
    let mut setup = whole(&project);
    setup.capabilities["textDocument"] = json!({"diagnostic": {}});
    let mut client = project.client_of(setup).await;
    let ask = |previous: Value| json!({"previousResultIds": previous});
    let first = client.request("workspace/diagnostic", ask(json!([]))).await.unwrap();
    let items = first["items"].as_array().unwrap();
    assert_eq!(items.len(), 2, "{first:#}");
    let (callee, caller) = (&items[0], &items[1]);
    assert_eq!((&callee["uri"], &callee["items"]), (&json!(project.uri("callee.c")), &json!([])));
    assert_eq!((&caller["kind"], &caller["items"][0]["code"]), (&json!("full"), &json!("use-after-free")));
    let known = json!([{"uri": caller["uri"], "value": caller["resultId"]}]);
    let second = client.request("workspace/diagnostic", ask(known)).await.unwrap();
    assert_eq!(second["items"][1]["kind"], "unchanged");
}

#[tokio::test]
async fn only_open_files_are_analysed_unless_the_user_wants_more() {
    let project = project();
    let mut setup = whole(&project);
    setup.options = json!({});
    setup.capabilities["textDocument"] = json!({"diagnostic": {}});
    let mut client = project.client_of(setup).await;
    let ask = json!({"previousResultIds": []});
    let none = client.request("workspace/diagnostic", ask.clone()).await.unwrap();
    assert_eq!(none["items"], json!([]));
    let once = json!({"command": "csieve.analyseWorkspace"});
    client.request("workspace/executeCommand", once).await.unwrap();
    let all = client.request("workspace/diagnostic", ask).await.unwrap();
    assert_eq!(all["items"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_folder_that_is_closed_takes_its_files_along() {
    let project = project();
    let mut client = project.client_of(whole(&project)).await;
    published(&mut client, &project.uri("caller.c")).await;
    let other = Project::new(&[("a.c", CALLER)]);
    let folder = |project: &Project| json!([{"uri": project.uri(""), "name": "folder"}]);
    let event = json!({"event": {"added": folder(&other), "removed": folder(&project)}});
    client.notify("workspace/didChangeWorkspaceFolders", event).await;
    assert_eq!(published(&mut client, &project.uri("caller.c")).await, json!([]));
}

#[tokio::test]
async fn paths_in_settings_are_seen_from_the_folder_of_the_file() {
    let unit = "#include \"value.h\"\nint f(void)\n{\n    int *p = VALUE;\n    return *p;\n}\n";
    let header = |value: &str| format!("static int one;\n#define VALUE {value}\n");
    let null = Project::new(&[("unit.c", unit), ("include/value.h", &header("0"))]);
    let fine = Project::new(&[("unit.c", unit), ("include/value.h", &header("&one"))]);
    let setup = Setup {
        options: json!({"includePaths": ["include"]}),
        folders: vec![null.uri(""), fine.uri("")],
        ..Setup::default()
    };
    let mut client = null.client_of(setup).await;
    assert_eq!(null.open(&mut client, "unit.c").await.len(), 1);
    assert_eq!(fine.open(&mut client, "unit.c").await, [Value::Null; 0]);
}

#[tokio::test]
async fn a_run_can_be_cancelled() {
    let project =
        Project::new(&[("slow.c", "void s(void) { SLOW; }\n"), ("bug.c", "void f(void) { BUG; }\n")]);
    let fake = Fake::default();
    let mut client = Client::start(fake.analyse(), whole(&project)).await;
    published(&mut client, &project.uri("bug.c")).await;
    let began = client.ever(|message| message["params"]["value"]["kind"] == "begin").await;
    fake.wait_until(|fake| fake.started() == 2).await;
    let token = json!({"token": began["params"]["token"]});
    client.notify("window/workDoneProgress/cancel", token).await;
    client.until(|message| message["params"]["state"] == "idle").await;
    fake.wait_until(|fake| fake.cancelled() == 1).await;
    client.ever(|message| message["params"]["value"]["kind"] == "end").await;
}
