//! Tests of headers that change: on disk, in another editor tab, by appearing and by disappearing.

use csieve_tests::lsp::{Client, Project, Setup};
use serde_json::{Value, json};

/// A C file that dereferences NULL if its header `p.h` defines `P` as in [`BAD`].
const USER: &str = "#include \"p.h\"\nint f(int *p)\n{\n    P;\n    return *p;\n}\n";
const OTHER: &str = "int g(int *p)\n{\n    p = 0;\n    return *p;\n}\n";
const BAD: &str = "#define P p = 0\n";
const GOOD: &str = "#define P if (!p) return 0\n";

/// Returns the codes of diagnostics: the rules of findings.
fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().map(|diagnostic| diagnostic["code"].as_str().expect("a code")).collect()
}

fn project(header: &str) -> Project {
    Project::new(&[("a.c", USER), ("b.c", OTHER), ("p.h", header)])
}

/// Opens `a.c` and `b.c` in a client and waits for their diagnostics.
async fn both(project: &Project, client: &mut Client) {
    project.open(client, "a.c").await;
    assert_eq!(codes(&project.open(client, "b.c").await), ["null-dereference"]);
    client.idle().await;
}

#[tokio::test]
async fn a_header_that_changes_on_disk_concerns_only_who_includes_it() {
    let project = project(BAD);
    let mut client = project.client().await;
    both(&project, &mut client).await;
    let (a, b) = (project.uri("a.c"), project.uri("b.c"));
    project.write("p.h", GOOD);
    project.tell(&mut client, &["p.h"]).await;
    assert_eq!(codes(&client.published_anew(&a).await), [""; 0]);
    project.write("p.h", BAD);
    project.tell(&mut client, &["p.h"]).await;
    assert_eq!(codes(&client.published_anew(&a).await), ["null-dereference"]);
    assert_eq!(client.published_versions(&b), [Some(1)]);
}

#[tokio::test]
async fn a_header_behind_another_counts_too() {
    let project = project("#include \"deep/q.h\"\n");
    project.write("deep/q.h", BAD);
    let mut client = project.client().await;
    assert_eq!(codes(&project.open(&mut client, "a.c").await), ["null-dereference"]);
    project.write("deep/q.h", GOOD);
    project.tell(&mut client, &["deep/q.h"]).await;
    assert_eq!(codes(&client.published_anew(&project.uri("a.c")).await), [""; 0]);
}

#[tokio::test]
async fn the_unsaved_text_of_an_open_header_counts() {
    let project = project(GOOD);
    let mut client = project.client().await;
    both(&project, &mut client).await;
    project.open(&mut client, "p.h").await;
    client.idle().await;
    let (a, b, header) = (project.uri("a.c"), project.uri("b.c"), project.uri("p.h"));
    assert_eq!(client.published_versions(&a), [Some(1)], "the header is as it was");
    client.change(&header, 2, json!([{"text": BAD}])).await;
    assert_eq!(codes(&client.published_anew(&a).await), ["null-dereference"]);
    // The change of the header was not saved, so its text on disk counts again.
    client.close_document(&header).await;
    assert_eq!(codes(&client.published_anew(&a).await), [""; 0]);
    assert_eq!(client.published_versions(&b), [Some(1)]);
}

#[tokio::test]
async fn a_question_after_an_edit_of_the_header_is_answered_with_it() {
    let project = project(GOOD);
    let mut client = project.client().await;
    project.open(&mut client, "a.c").await;
    project.open(&mut client, "p.h").await;
    client.change(&project.uri("p.h"), 2, json!([{"text": BAD}])).await;
    let findings = client.request("csieve/findings", json!({"uri": project.uri("a.c")})).await.unwrap();
    assert_eq!(findings.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_header_that_appears_and_vanishes() {
    let project = project(BAD);
    project.remove("p.h");
    let mut client = project.client().await;
    both(&project, &mut client).await;
    let (a, b) = (project.uri("a.c"), project.uri("b.c"));
    project.write("p.h", BAD);
    project.tell(&mut client, &["p.h"]).await;
    assert_eq!(codes(&client.published_anew(&a).await), ["null-dereference"]);
    project.remove("p.h");
    project.tell(&mut client, &["p.h"]).await;
    assert_eq!(codes(&client.published_anew(&a).await), ["missing-header"]);
    // A header that is open but was never saved counts too.
    client.open(&project.uri("p.h"), BAD).await;
    assert_eq!(codes(&client.published_anew(&a).await), ["null-dereference"]);
    assert_eq!(client.published_versions(&b), [Some(1)]);
}

#[tokio::test]
async fn a_header_that_hides_another() {
    let project = project(GOOD);
    project.write("compile_flags.txt", "-Ifirst\n-Isecond\n");
    project.write("a.c", &USER.replace("\"p.h\"", "<p.h>"));
    project.write("first/other.h", "");
    project.write("second/p.h", BAD);
    let mut client = project.client().await;
    assert_eq!(codes(&project.open(&mut client, "a.c").await), ["null-dereference"]);
    project.write("first/p.h", GOOD);
    project.tell(&mut client, &["first/p.h"]).await;
    assert_eq!(codes(&client.published_anew(&project.uri("a.c")).await), [""; 0]);
}

#[tokio::test]
async fn what_does_not_matter_starts_nothing() {
    let project = project(GOOD);
    let mut client = project.client().await;
    both(&project, &mut client).await;
    project.write("unrelated.h", BAD);
    project.write("p.h", GOOD);
    project.tell(&mut client, &["unrelated.h", "p.h", "a.c"]).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    client.request("csieve/findings", json!({"uri": project.uri("a.c")})).await.unwrap();
    for name in ["a.c", "b.c"] {
        assert_eq!(client.published_versions(&project.uri(name)), [Some(1)], "{name}");
    }
}

#[tokio::test]
async fn without_a_watching_client_a_save_shows_what_changed() {
    let project = project(BAD);
    let mut client = project.client_of(Setup::default()).await;
    both(&project, &mut client).await;
    project.write("p.h", GOOD);
    let b = json!({"textDocument": {"uri": project.uri("b.c")}, "text": OTHER});
    client.notify("textDocument/didSave", b).await;
    assert_eq!(codes(&client.published_anew(&project.uri("a.c")).await), [""; 0]);
}

#[tokio::test]
async fn without_a_watching_client_an_edit_shows_it_after_a_while() {
    let project = project(BAD);
    let mut client = project.client_of(Setup::default()).await;
    both(&project, &mut client).await;
    project.write("p.h", GOOD);
    tokio::time::sleep(std::time::Duration::from_millis(5100)).await;
    client.change(&project.uri("b.c"), 2, json!([{"text": "int b;\n"}])).await;
    assert_eq!(codes(&client.published_anew(&project.uri("a.c")).await), [""; 0]);
}

#[tokio::test]
async fn changes_are_asked_for_where_the_client_can_tell() {
    let project = project(GOOD);
    let mut client = project.client().await;
    let is_it = |message: &Value| {
        message["params"]["registrations"][0]["method"] == "workspace/didChangeWatchedFiles"
    };
    let registered = client.ever(is_it).await;
    let globs = registered["params"]["registrations"][0]["registerOptions"]["watchers"].to_string();
    for name in ["compile_commands.json", "compile_flags.txt", ".clangd", "h,"] {
        assert!(globs.contains(name), "{globs}");
    }
    let mut silent = project.client_of(Setup::default()).await;
    project.open(&mut silent, "a.c").await;
    assert!(!silent.log.iter().any(is_it));
}

#[tokio::test]
async fn changes_in_quick_succession_end_in_the_last_state() {
    let project = project(GOOD);
    let mut client = project.client().await;
    both(&project, &mut client).await;
    project.open(&mut client, "p.h").await;
    let (a, header) = (project.uri("a.c"), project.uri("p.h"));
    for version in 2..40 {
        let text = if version % 2 == 1 { BAD } else { GOOD };
        client.change(&header, version, json!([{"text": text}])).await;
        if version % 5 == 0 {
            project.write("deep/q.h", text);
            project.tell(&mut client, &["deep/q.h"]).await;
        }
    }
    let findings = client.request("csieve/findings", json!({"uri": a})).await.unwrap();
    assert_eq!(findings.as_array().unwrap().len(), 1);
    client.idle().await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    client.request("csieve/findings", json!({"uri": a})).await.unwrap();
    let last = client.log.iter().rfind(|message| {
        message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == a
    });
    assert_eq!(last.unwrap()["params"]["diagnostics"].as_array().unwrap().len(), 1);
}
