//! Tests of the notes of preprocessing: one quiet remark at the place in question, never a cascade.

use csieve_tests::lsp::Project;
use serde_json::{Value, json};

/// Returns the line, severity, code and message of diagnostics.
fn seen(diagnostics: &[Value]) -> Vec<(u64, u64, &str, &str)> {
    let number = |value: &Value| value.as_u64().expect("a number");
    let part = |diagnostic| {
        let diagnostic: &Value = diagnostic;
        (
            number(&diagnostic["range"]["start"]["line"]),
            number(&diagnostic["severity"]),
            diagnostic["code"].as_str().expect("a code"),
            diagnostic["message"].as_str().expect("a message"),
        )
    };
    diagnostics.iter().map(part).collect()
}

#[tokio::test]
async fn a_missing_header_is_one_remark_at_its_include() {
    let text = "int a;\n#include \"gone.h\"\n#include \"gone.h\"\ngone_t f(gone_t x) { return GONE(x); }\n";
    let project = Project::new(&[("a.c", text)]);
    let mut client = project.client().await;
    let diagnostics = project.open(&mut client, "a.c").await;
    assert_eq!(seen(&diagnostics), [(1, 3, "missing-header", "Header 'gone.h' is not found")]);
    assert_eq!(
        diagnostics[0]["range"],
        json!({"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 17}})
    );
}

#[tokio::test]
async fn what_headers_miss_stands_at_the_include_through_which_they_are_seen() {
    let project = Project::new(&[
        ("a.c", "\n#include \"one.h\"\nint f(void) { return 0; }\n"),
        ("one.h", "#include \"two.h\"\n"),
        (
            "two.h",
            "int x;\n#include \"gone.h\"\n#include <lost.h>\n#error not configured\n#warning careful\n",
        ),
    ]);
    let mut client = project.client().await;
    let diagnostics = project.open(&mut client, "a.c").await;
    let message = "Header 'gone.h' is not found (two.h, line 2); and 2 more";
    assert_eq!(seen(&diagnostics), [(1, 3, "missing-header", message)]);
    let related = diagnostics[0]["relatedInformation"].as_array().unwrap();
    let lines: Vec<u64> =
        related.iter().map(|place| place["location"]["range"]["start"]["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [1, 2, 3]);
    assert_eq!(related[2]["message"], "not configured");
    assert_eq!(related[0]["location"]["uri"], project.uri("two.h").as_str());
    // The header itself shows the headers that it fails to include.
    let in_header = project.open(&mut client, "two.h").await;
    assert_eq!(
        seen(&in_header),
        [
            (1, 3, "missing-header", "Header 'gone.h' is not found"),
            (2, 3, "missing-header", "Header 'lost.h' is not found"),
            (3, 3, "preprocessor", "not configured"),
            (4, 3, "preprocessor", "careful"),
        ]
    );
}

#[tokio::test]
async fn errors_and_limits_of_the_text_are_remarks() {
    let laughs = (1..40).map(|n| format!("#define m{n} m{0} m{0}\n", n - 1)).collect::<Vec<_>>().concat();
    let text = format!("#error no\n#define m0 ha\n{laughs}void f(void) {{ m39; }}\n#if 1\n");
    let project = Project::new(&[("a.c", &text)]);
    let mut client = project.client().await;
    let diagnostics = project.open(&mut client, "a.c").await;
    let seen = seen(&diagnostics);
    assert_eq!(seen[0], (0, 3, "preprocessor", "no"));
    assert_eq!(seen.len(), 3, "{seen:?}");
    assert!(seen[1].3.contains("is too long"), "{seen:?}");
}

#[tokio::test]
async fn assumptions_go_to_the_log() {
    let project = Project::new(&[("src/a.c", "#include <lib/x.h>\n"), ("deep/lib/x.h", "")]);
    let mut client = project.client().await;
    assert_eq!(project.open(&mut client, "src/a.c").await, Vec::<Value>::new());
    client.change(&project.uri("src/a.c"), 2, json!([{"text": "#include <lib/x.h>\nint a;\n"}])).await;
    client.published(&project.uri("src/a.c"), 2).await;
    let said: Vec<&Value> =
        client.log.iter().filter(|message| message["method"] == "window/logMessage").collect();
    assert_eq!(said.len(), 1, "{said:?}");
    assert_eq!(said[0]["params"]["message"], "a.c: no compile_commands.json: -Ideep assumed");
    assert!(!client.log.iter().any(|message| message["method"] == "window/showMessage"));
}

#[tokio::test]
async fn a_folder_that_a_new_include_needs_is_assumed_at_once() {
    let project = Project::new(&[("src/a.c", "int a;\n"), ("deep/lib/x.h", "#define P p = 0\n")]);
    let mut client = project.client().await;
    project.open(&mut client, "src/a.c").await;
    let text = "#include <lib/x.h>\nint f(int *p) { P; return *p; }\n";
    client.change(&project.uri("src/a.c"), 2, json!([{"text": text}])).await;
    let diagnostics = client.published(&project.uri("src/a.c"), 2).await;
    assert_eq!(seen(&diagnostics)[0].2, "null-dereference", "{diagnostics:#?}");
}
