//! Tests of findings inside macros.

use csieve_tests::lsp::{Client, Project};
use serde_json::json;

async fn hover(client: &mut Client, uri: &str, line: u32, character: u32) -> String {
    let position = json!({"line": line, "character": character});
    let asked = json!({"textDocument": {"uri": uri}, "position": position});
    let shown = client.request("textDocument/hover", asked).await.unwrap();
    shown["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_finding_in_nested_macros_is_at_the_outermost_call() {
    let project = Project::new(&[
        (
            "get.h",
            "#define DEREF(p) (*(p))\n#define NEXT(p) DEREF((p) + ZERO)\n#define ZERO 0\n#define GET(p) (NEXT(p) + 1)\n",
        ),
        ("a.c", "#include \"get.h\"\nint f(int *p)\n{\n    p = ZERO;\n    return 2 * GET(p);\n}\n"),
    ]);
    let mut client = project.client().await;
    let diagnostics = project.open(&mut client, "a.c").await;
    assert_eq!(diagnostics.len(), 1, "{diagnostics:#?}");
    assert_eq!(
        diagnostics[0]["range"],
        json!({"start": {"line": 4, "character": 15}, "end": {"line": 4, "character": 21}})
    );
    let markdown = hover(&mut client, &project.uri("a.c"), 4, 16).await;
    assert!(markdown.contains("The macro expands to:\n```c\n((*((p) + 0)) + 1)\n```"), "{markdown}");
    assert!(markdown.contains("\n1. line 4: `p = ZERO`") && markdown.contains("\n2. line 5: "), "{markdown}");
}

#[tokio::test]
async fn a_long_expansion_is_cut() {
    let sum = "(*(p) + 1) + ".repeat(500);
    let text = format!("#define SUM(p) ({sum}0)\nint f(int *p)\n{{\n    p = 0;\n    return SUM(p);\n}}\n");
    let project = Project::new(&[("a.c", &text)]);
    let mut client = project.client().await;
    assert_eq!(project.open(&mut client, "a.c").await.len(), 1);
    let markdown = hover(&mut client, &project.uri("a.c"), 4, 12).await;
    assert!(markdown.contains("The macro expands to:"), "{markdown}");
    assert!(markdown.contains('…') && markdown.len() < 1000, "{markdown}");
}
