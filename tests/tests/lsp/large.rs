//! Texts that are far larger, longer or deeper than what people write, given to the program in a process of its own.

use csieve_tests::lsp::{Client, Project, Setup};
use serde_json::{Value, json};

/// A function that is found to have a misuse if the text before it does no harm.
const BUG: &str = "int bug(int *p)\n{\n    p = 0;\n    return *p;\n}\n";

/// Opens a text and returns the functions in which something is found.
async fn functions(client: &mut Client, uri: &str, text: &str) -> Vec<Value> {
    client.open(uri, text).await;
    let findings = client.request("csieve/findings", json!({"uri": uri})).await.expect("it is analysed");
    let findings = findings.as_array().expect("a list");
    let mut functions: Vec<Value> = findings.iter().map(|finding| finding["function"].clone()).collect();
    functions.dedup();
    functions
}

#[tokio::test]
async fn a_text_of_a_hundred_megabytes_is_refused() {
    let long = format!("{BUG}/*{}*/", "x".repeat(100_000_000));
    let project = Project::new(&[("long.c", &long), ("a.c", &format!("#include \"long.c\"\n{BUG}"))]);
    let setup = Setup {
        options: json!({"diagnosticMode": "workspace"}),
        folders: vec![project.uri("")],
        ..Setup::default()
    };
    let mut client = project.program(setup).await;
    let uri = project.uri("long.c");
    client.open(&uri, &long).await;
    let error = client.request("csieve/findings", json!({"uri": uri})).await.unwrap_err();
    assert!(error["message"].as_str().unwrap().contains("longer than 32 MiB"), "{error}");
    let found = functions(&mut client, &project.uri("a.c"), &format!("#include \"long.c\"\n{BUG}")).await;
    assert_eq!(found, ["bug"]);
    assert!(client.exit().await.after_shutdown);
}

#[tokio::test]
async fn a_function_of_fifty_thousand_statements() {
    let statements: Vec<String> =
        (0..50_000).map(|nth| format!("    a[{}] = x + {nth};", nth % 64)).collect();
    let statements = statements.join("\n");
    let text = format!("void long_one(int *a, int x)\n{{\n{statements}\n}}\n{BUG}");
    let project = Project::new(&[]);
    let mut client = project.program(Setup::default()).await;
    let uri = project.uri("a.c");
    client.open(&uri, &text).await;
    // A question about the other function does not wait for the long one.
    let hover = json!({"textDocument": {"uri": uri}, "position": {"line": 50_006, "character": 12}});
    let hover = client.request("textDocument/hover", hover).await.unwrap();
    assert!(hover.to_string().contains("null-dereference"), "{hover}");
    // The editor leaves in the middle of the analysis.
    let edit = json!({"start": {"line": 9, "character": 0}, "end": {"line": 9, "character": 0}});
    client.change(&uri, 2, json!([{"range": edit, "text": "    x++;\n"}])).await;
    assert!(client.exit().await.after_shutdown);
}

/// Returns a function whose body is nested this deep, in front of [`BUG`].
fn around(depth: usize, open: &str, middle: &str, close: &str) -> String {
    let (open, close) = (open.repeat(depth), close.repeat(depth));
    format!("int deep(int x, int *p)\n{{\n{open}{middle}{close}\n}}\n{BUG}")
}

/// Statements and expressions in each other, this many deep. What they mean is worked out.
fn meaningful(depth: usize) -> Vec<(&'static str, String)> {
    let around = |open, middle, close| around(depth, open, middle, close);
    vec![
        ("else-ifs", around("if (x == 1) x++; else ", "x--;", "")),
        ("conditions", around("if (x) { ", "x++;", "}")),
        ("loops", around("while (x) ", "x++;", "")),
        ("sums", around("x + ", "x;", "")),
        ("subscripts", around("p[", "x", "]").replacen("]\n}", "];\n}", 1)),
        ("calls", around("deep(", "x", ", p)").replacen(")\n}", ");\n}", 1)),
        ("questions", around("x ? x : ", "x;", "")),
        ("#if", format!("{}{}{BUG}", "#if 1\n".repeat(depth), "#endif\n".repeat(depth))),
        ("unclosed #if", format!("{}{BUG}", "#if 1\n".repeat(depth))),
    ]
}

/// Texts that are hardly more than their nesting, this many deep.
fn nested(depth: usize) -> Vec<(&'static str, String)> {
    let around = |open, middle, close| around(depth, open, middle, close);
    vec![
        ("parentheses", around("(", "x", ")").replacen("((", "return ((", 1).replacen("))\n}", "));\n}", 1)),
        ("braces", around("{", "x++;", "}")),
        ("minus", around("- ", "x;", "").replacen("{\n-", "{\nreturn -", 1)),
        ("stars", around("*", "p;", "")),
        ("labels", around("l: ", ";", "")),
        ("unclosed parentheses", around("(", "", "")),
        ("unclosed braces", around("{", "", "")),
        ("unopened braces", around("", "", "}")),
        ("declarators", format!("int {}deep{};\n{BUG}", "(".repeat(depth), ")".repeat(depth))),
        ("structures", format!("{}int x;{}\n{BUG}", "struct { ".repeat(depth), "} a;".repeat(depth))),
        ("initialisers", format!("int a[] = {}1{};\n{BUG}", "{".repeat(depth), "}".repeat(depth))),
        ("#if ((((", format!("#if {}1{}\n#endif\n{BUG}", "(".repeat(depth), ")".repeat(depth))),
        (
            "macro arguments",
            format!("#define M(x) x\nint y = {}1{};\n{BUG}", "M(".repeat(depth), ")".repeat(depth)),
        ),
    ]
}

#[tokio::test]
async fn nesting_without_end() {
    let project = Project::new(&[]);
    let mut client = project.program(Setup::default()).await;
    // In what means something, time grows faster than depth.
    for (nth, (name, text)) in nested(100_000).into_iter().chain(meaningful(3_000)).enumerate() {
        let uri = project.uri(&format!("{nth}.c"));
        client.open(&uri, &text).await;
        let document = json!({"textDocument": {"uri": uri}});
        for method in ["textDocument/documentSymbol", "textDocument/foldingRange"] {
            client.request(method, document.clone()).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        // A question about the other function does not wait for the deep one.
        let line = text.lines().count() - 2;
        let position = json!({"line": line, "character": 12});
        let hover = json!({"textDocument": {"uri": uri}, "position": position});
        let found = client.request("textDocument/hover", hover).await.expect("it is answered");
        // What is not closed may take in all that follows.
        let is_found = found.to_string().contains("null-dereference");
        assert!(is_found || name.starts_with("un"), "{name}: {found}");
        client.close_document(&uri).await;
    }
    assert!(client.exit().await.after_shutdown);
}
