//! Tests of build descriptions that change while documents are open.

use csieve_tests::lsp::{Client, Project};
use serde_json::Value;

const TEXT: &str = "int f(int *p)\n{\n#if LEVEL > 1\n    p = 0;\n#endif\n    return *p;\n}\n";
const OTHER: &str = "int g(int *p)\n{\n    return *p;\n}\n";

/// Returns whether diagnostics show that the file was read with `LEVEL` 2.
fn is_deep(diagnostics: &[Value]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic["code"] == "null-dereference")
}

/// Writes a file and tells the client. Returns whether `a.c` was then read with `LEVEL` 2.
async fn after(project: &Project, client: &mut Client, name: &str, text: &str) -> bool {
    project.write(name, text);
    project.tell(client, &[name]).await;
    is_deep(&client.published_anew(&project.uri("a.c")).await)
}

fn database(flags: &str) -> String {
    format!(
        r#"[{{"directory": "$ROOT", "file": "a.c", "command": "cc {flags} -c a.c"}},
            {{"directory": "$ROOT", "file": "b.c", "command": "cc -c b.c"}}]"#
    )
}

#[tokio::test]
async fn a_database_that_changes_concerns_the_files_whose_command_changes() {
    let project = Project::new(&[("a.c", TEXT), ("b.c", OTHER), ("compile_commands.json", &database(""))]);
    let mut client = project.client().await;
    assert!(!is_deep(&project.open(&mut client, "a.c").await));
    project.open(&mut client, "b.c").await;
    client.idle().await;
    assert!(after(&project, &mut client, "compile_commands.json", &database("-DLEVEL=2")).await);
    assert!(!after(&project, &mut client, "compile_commands.json", &database("-DLEVEL=1")).await);
    assert_eq!(client.published_versions(&project.uri("b.c")), [Some(1)]);
}

#[tokio::test]
async fn a_description_that_appears_is_used() {
    for (name, text) in [
        ("compile_flags.txt", "-DLEVEL=2\n"),
        (".clangd", "CompileFlags:\n  Add: [-DLEVEL=2]\n"),
        ("build/compile_commands.json", &database("-DLEVEL=2")),
    ] {
        let project = Project::new(&[("a.c", TEXT), ("build/x", "")]);
        let mut client = project.client().await;
        assert!(!is_deep(&project.open(&mut client, "a.c").await));
        assert!(after(&project, &mut client, name, text).await, "{name}");
        project.remove(name);
        project.tell(&mut client, &[name]).await;
        assert!(!is_deep(&client.published_anew(&project.uri("a.c")).await), "{name}");
    }
}

#[tokio::test]
async fn a_broken_description_is_told_once_and_forgotten_when_it_is_repaired() {
    let project =
        Project::new(&[("a.c", TEXT), ("b.c", OTHER), ("compile_commands.json", &database("-DLEVEL=2"))]);
    let mut client = project.client().await;
    assert!(is_deep(&project.open(&mut client, "a.c").await));
    project.open(&mut client, "b.c").await;
    client.idle().await;
    assert!(!after(&project, &mut client, "compile_commands.json", "[\n{]").await);
    let is_told = |message: &Value| message["method"] == "window/showMessage";
    let told = client.ever(is_told).await;
    assert_eq!(told["params"]["type"], 2);
    let sentence = told["params"]["message"].as_str().unwrap().to_owned();
    assert!(sentence.contains("compile_commands.json:2:2: "), "{sentence}");
    assert!(sentence.ends_with("It is not used."), "{sentence}");
    assert!(after(&project, &mut client, "compile_commands.json", &database("-DLEVEL=2")).await);
    assert_eq!(client.log.iter().filter(|message| is_told(message)).count(), 1);
}

#[tokio::test]
async fn wrapping_is_taken_from_the_flags() {
    let text = "int f(int x, int *p)\n{\n    if (x > 0) {\n        int y = x + 1;\n        p = 0;\n        if (y < 0)\n            \
                return *p;\n    }\n    return 0;\n}\n";
    let project = Project::new(&[("a.c", text), ("compile_flags.txt", "-fwrapv\n")]);
    let mut client = project.client().await;
    let verdict = |diagnostics: Vec<Value>| {
        let found = diagnostics.iter().find(|diagnostic| diagnostic["code"] == "null-dereference");
        found.map(|diagnostic| diagnostic["data"]["verdict"].clone())
    };
    let wrapping = verdict(project.open(&mut client, "a.c").await);
    project.write("compile_flags.txt", "-Wall\n-DX\n");
    project.tell(&mut client, &["compile_flags.txt"]).await;
    let plain = verdict(client.published_anew(&project.uri("a.c")).await);
    assert_eq!((wrapping, plain), (Some("confirmed".into()), Some("refuted".into())));
}
