//! Tests of what open files know of the files of the workspace that are not open.

use csieve_tests::{
    lsp::{Client, Project, Setup},
    wrapped,
};
use serde_json::{Value, json};

fn setup(project: &Project, options: Value) -> Setup {
    Setup {
        capabilities: json!({
            "window": {"workDoneProgress": true},
            "textDocument": {"publishDiagnostics": {"relatedInformation": true}},
        }),
        options,
        folders: vec![project.uri("")],
        ..Setup::default()
    }
}

/// Waits until the server has nothing to do, and forgets what it said.
async fn settled(client: &mut Client) {
    client.idle().await;
    client.log.clear();
}

/// Waits until the diagnostics of a file satisfy a condition. Returns them.
async fn until(client: &mut Client, uri: &str, is_it: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    let of_file = |message: &Value| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"]["uri"] == uri
            && message["params"]["diagnostics"].as_array().is_some_and(|all| is_it(all))
    };
    let found = client.ever(of_file).await;
    found["params"]["diagnostics"].as_array().unwrap().clone()
}

/// Starts a client that has opened the file with the callers and sees what is wrong there. Returns it with the URI.
async fn with_the_caller(project: &Project) -> (Client, String) {
    let mut client = project.client_of(setup(project, json!({}))).await;
    project.open(&mut client, "src/use.c").await;
    let user = project.uri("src/use.c");
    until(&mut client, &user, |all| has(all, "use-after-free")).await;
    (client, user)
}

fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().filter_map(|found| found["code"].as_str()).collect()
}

fn has(diagnostics: &[Value], code: &str) -> bool {
    codes(diagnostics).contains(&code)
}

#[tokio::test]
async fn findings_with_their_cause_in_another_file_appear_without_any_setting() {
    let project = wrapped();
    let mut client = project.client_of(setup(&project, json!({}))).await;
    project.open(&mut client, "src/use.c").await;
    let found = until(&mut client, &project.uri("src/use.c"), |all| all.len() >= 3).await;
    for code in ["use-after-free", "null-dereference", "missing-unlock"] {
        assert!(has(&found, code), "{code}: {found:#?}");
    }
    let leads_to = |name: &str| {
        let uri = project.uri(name);
        let mut related = found.iter().flat_map(|one| one["relatedInformation"].as_array().unwrap());
        related.any(|step| step["location"]["uri"] == uri)
    };
    assert!(["src/drop.c", "src/make.c", "src/lock.c"].into_iter().all(leads_to), "{found:#?}");
    let began = client.ever(|message| message["params"]["value"]["kind"] == "begin").await;
    assert_eq!(began["params"]["value"]["title"], "Reading the workspace");
    client.idle().await;
    // Files that are not open are only read.
    let of_others =
        client.log.iter().filter(|message| message["method"] == "textDocument/publishDiagnostics");
    let mut of_others = of_others.filter(|message| message["params"]["uri"] != project.uri("src/use.c"));
    assert_eq!(of_others.next(), None);
}

#[tokio::test]
async fn a_callee_that_is_opened_with_unsaved_changes_concerns_its_callers() {
    let project = wrapped();
    let (mut client, user) = with_the_caller(&project).await;
    settled(&mut client).await;
    // Editors that keep what was not saved open such texts when they start.
    let saved = std::fs::read_to_string(project.path("src/drop.c")).unwrap();
    client.open(&project.uri("src/drop.c"), &saved.replace("free(", "(void)(")).await;
    until(&mut client, &user, |all| !has(all, "use-after-free")).await;
}

#[tokio::test]
async fn a_callee_that_is_mended_clears_its_callers_as_you_type() {
    let project = wrapped();
    let (mut client, user) = with_the_caller(&project).await;
    project.open(&mut client, "src/drop.c").await;
    settled(&mut client).await;
    let text = std::fs::read_to_string(project.path("src/drop.c")).unwrap();
    let kept = text.replace("    free(buffer);\n", "");
    client.change(&project.uri("src/drop.c"), 2, json!([{"text": kept}])).await;
    until(&mut client, &user, |all| !has(all, "use-after-free") && has(all, "null-dereference")).await;
    client.log.clear();
    client.change(&project.uri("src/drop.c"), 3, json!([{"text": text}])).await;
    until(&mut client, &user, |all| has(all, "use-after-free")).await;
}

#[tokio::test]
async fn a_callee_that_is_closed_without_being_saved_is_what_it_was() {
    let project = wrapped();
    let (mut client, user) = with_the_caller(&project).await;
    let (callee, text) =
        (project.uri("src/drop.c"), std::fs::read_to_string(project.path("src/drop.c")).unwrap());
    let kept = text.replace("    free(buffer);\n", "");
    for is_opened_so in [false, true] {
        settled(&mut client).await;
        client.open(&callee, if is_opened_so { &kept } else { &text }).await;
        if !is_opened_so {
            client.change(&callee, 2, json!([{"text": kept}])).await;
        }
        until(&mut client, &user, |all| !has(all, "use-after-free")).await;
        settled(&mut client).await;
        client.close_document(&callee).await;
        until(&mut client, &user, |all| has(all, "use-after-free")).await;
    }
}

#[tokio::test]
async fn a_callee_that_is_opened_again_is_what_it_is_then() {
    let project = wrapped();
    let (mut client, user) = with_the_caller(&project).await;
    let (callee, text) =
        (project.uri("src/drop.c"), std::fs::read_to_string(project.path("src/drop.c")).unwrap());
    // Without this, what the server said before it knew anything counts below.
    settled(&mut client).await;
    client.open(&callee, &text.replace("    free(buffer);\n", "")).await;
    until(&mut client, &user, |all| !has(all, "use-after-free")).await;
    settled(&mut client).await;
    client.open(&callee, &text).await;
    until(&mut client, &user, |all| has(all, "use-after-free")).await;
}

#[tokio::test]
async fn a_file_that_changes_while_it_is_open_counts_when_it_is_closed() {
    let project = wrapped();
    let (mut client, user) = with_the_caller(&project).await;
    project.open(&mut client, "src/drop.c").await;
    settled(&mut client).await;
    project.write("src/drop.c", "#include \"buffer.h\"\n\nvoid buffer_drop(struct buffer *buffer)\n{\n}\n");
    project.tell(&mut client, &["src/drop.c"]).await;
    client.close_document(&project.uri("src/drop.c")).await;
    until(&mut client, &user, |all| !has(all, "use-after-free")).await;
}

#[tokio::test]
async fn what_other_files_test_counts_as_you_type() {
    let project = wrapped();
    let (mut client, user) = with_the_caller(&project).await;
    let is_inferred = |one: &Value| one["message"].as_str().unwrap().contains("inferred: 4 of 5 uses");
    until(&mut client, &user, |all| all.iter().any(is_inferred)).await;
    project.open(&mut client, "src/held.c").await;
    settled(&mut client).await;
    let text = std::fs::read_to_string(project.path("src/held.c")).unwrap();
    let untested = text.replace("    if (!buffer)\n        return;\n", "");
    client.change(&project.uri("src/held.c"), 2, json!([{"text": untested}])).await;
    until(&mut client, &user, |all| !all.iter().any(is_inferred) && has(all, "use-after-free")).await;
    client.log.clear();
    client.change(&project.uri("src/held.c"), 3, json!([{"text": text}])).await;
    until(&mut client, &user, |all| all.iter().any(is_inferred)).await;
}

/// Returns whether a message says that the workspace is being read.
fn is_begun(message: &Value) -> bool {
    message["params"]["value"]["title"] == "Reading the workspace"
}

#[tokio::test]
async fn a_file_that_changes_on_disk_counts() {
    let project = wrapped();
    let (mut client, user) = with_the_caller(&project).await;
    settled(&mut client).await;
    project.write("src/drop.c", "#include \"buffer.h\"\n\nvoid buffer_drop(struct buffer *buffer)\n{\n}\n");
    project.tell(&mut client, &["src/drop.c"]).await;
    until(&mut client, &user, |all| !has(all, "use-after-free")).await;
    assert_eq!(client.log.iter().find(|message| is_begun(message)), None, "what is read again is not shown");
}

#[tokio::test]
async fn nothing_is_read_if_the_user_does_not_want_that() {
    let project = wrapped();
    let mut client = project.client_of(setup(&project, json!({"index": false}))).await;
    let found = project.open(&mut client, "src/use.c").await;
    client.idle().await;
    assert_eq!(codes(&found), [""; 0]);
    assert_eq!(client.log.iter().find(|message| is_begun(message)), None);
}

#[tokio::test]
async fn what_is_typed_before_a_file_was_read_counts() {
    let project = wrapped();
    let (mut client, user) = with_the_caller(&project).await;
    settled(&mut client).await;
    let text = std::fs::read_to_string(project.path("src/drop.c")).unwrap();
    client.open(&project.uri("src/drop.c"), &text).await;
    let kept = text.replace("    free(buffer);\n", "");
    client.change(&project.uri("src/drop.c"), 2, json!([{"text": kept}])).await;
    until(&mut client, &user, |all| !has(all, "use-after-free")).await;
}

#[tokio::test]
async fn the_next_session_finds_the_same_with_what_this_one_leaves() {
    let project = wrapped();
    let (mut before, user) = (Vec::new(), project.uri("src/use.c"));
    for mode in ["openFiles", "workspace", "openFiles", "workspace"] {
        let mut setup = setup(&project, json!({"diagnosticMode": mode}));
        setup.cache = Some(project.path("cache"));
        let mut client = project.client_of(setup).await;
        project.open(&mut client, "src/use.c").await;
        let found = until(&mut client, &user, |all| all.len() >= 3).await;
        assert!(before.is_empty() || before == found, "{mode}: {found:#?}");
        before = found;
        client.idle().await;
        client.exit().await;
    }
    // What was kept follows the text on disk.
    let text = std::fs::read_to_string(project.path("src/drop.c")).unwrap();
    project.write("src/drop.c", &text.replace("    free(buffer);\n", ""));
    let mut setup = setup(&project, json!({}));
    setup.cache = Some(project.path("cache"));
    let mut client = project.client_of(setup).await;
    project.open(&mut client, "src/use.c").await;
    let found = until(&mut client, &user, |all| all.len() >= 2).await;
    assert!(!has(&found, "use-after-free"), "{found:#?}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_index_steps_back_behind_other_programs() {
    let project = wrapped();
    let _client = with_the_caller(&project).await;
    let mut priorities = Vec::new();
    for task in std::fs::read_dir("/proc/self/task").unwrap() {
        let stat = std::fs::read_to_string(task.unwrap().path().join("stat")).unwrap_or_default();
        // The name stands in parentheses; the nice value is the 19th field.
        let Some((name, fields)) = stat.rsplit_once(") ") else { continue };
        if name.contains("(workspace") {
            priorities.push(fields.split(' ').nth(16).map(str::to_owned));
        }
    }
    assert!(
        !priorities.is_empty() && priorities.iter().all(|nice| nice.as_deref() == Some("19")),
        "{priorities:?}"
    );
}

#[tokio::test]
async fn what_is_typed_into_a_header_counts_for_files_that_are_not_open() {
    let project = wrapped();
    let (mut client, user) = with_the_caller(&project).await;
    project.open(&mut client, "src/buffer.h").await;
    settled(&mut client).await;
    let text = std::fs::read_to_string(project.path("src/buffer.h")).unwrap();
    let unlocked = format!("{text}#define pthread_mutex_lock(lock) 0\n");
    client.change(&project.uri("src/buffer.h"), 2, json!([{"text": unlocked}])).await;
    until(&mut client, &user, |all| !has(all, "missing-unlock") && has(all, "use-after-free")).await;
    settled(&mut client).await;
    client.change(&project.uri("src/buffer.h"), 3, json!([{"text": text}])).await;
    until(&mut client, &user, |all| has(all, "missing-unlock")).await;
}

#[tokio::test]
async fn what_a_header_declares_again_is_known_to_functions_that_stay() {
    let project = wrapped();
    let mut client = project.client_of(setup(&project, json!({}))).await;
    let (user, header) = (project.uri("src/use.c"), project.uri("src/buffer.h"));
    let text = std::fs::read_to_string(project.path("src/buffer.h")).unwrap();
    client.open(&header, &text.replace("void table_enter(void);\nvoid table_leave(void);\n", "")).await;
    project.open(&mut client, "src/use.c").await;
    until(&mut client, &user, |all| has(all, "use-after-free")).await;
    settled(&mut client).await;
    client.change(&header, 2, json!([{"text": text}])).await;
    until(&mut client, &user, |all| has(all, "missing-unlock")).await;
}

/// A function with its only callers in another file.
fn with_callers() -> Project {
    Project::new(&[
        ("src/ratio.h", include_str!("../../fixtures/projects/callers/ratio.h")),
        ("src/ratio.c", include_str!("../../fixtures/projects/callers/ratio.c")),
        ("src/main.c", include_str!("../../fixtures/projects/callers/main.c")),
    ])
}

#[tokio::test]
async fn what_callers_in_other_files_exclude_is_told_with_the_proof_for_each() {
    let project = with_callers();
    let mut client = project.client_of(setup(&project, json!({"showDoubtful": true}))).await;
    project.open(&mut client, "src/ratio.c").await;
    let uri = project.uri("src/ratio.c");
    let is_told = |all: &[Value]| {
        all.iter().any(|one| one["range"]["start"]["line"] == 8 && one["code"] == "division-by-zero")
    };
    let found = until(&mut client, &uri, is_told).await;
    client.idle().await;
    let place = found.iter().find(|one| one["code"] == "division-by-zero").unwrap()["range"]["start"].clone();
    let asked = json!({"textDocument": {"uri": uri}, "position": place});
    let shown = client.request("textDocument/hover", asked).await.unwrap();
    let markdown = shown["contents"]["value"].as_str().unwrap();
    assert!(
        markdown.contains("\nNot possible through the callers that are known:\n- through `main` of "),
        "{markdown}"
    );
    assert!(markdown.contains("main.c, line 20 leaves `precision >= 64`"), "{markdown}");
}
