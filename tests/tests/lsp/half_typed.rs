//! Tests that findings of a function in which somebody types are renewed as far as its syntax error leaves them certain.

use serde_json::{Value, json};

use super::{URI, typing::Typist};

/// A function with a statement that is half typed, and misuses before, beside and behind it.
const TEXT: &str = "\
void *malloc(unsigned long);
void free(void *);
int read(void);

int work(int *p, int *q, int n)
{
    int *r = 0;
    if (n < 0) {
        free(q);
        return *q;
    }
    while (n > 9) {
        n = read();
    }
    if (n == 1) {
        n = n + 2;
    } else {
        free(p);
        n = *p;
    }
    *r = n;
    return n;
}
";

/// The half-typed form of a statement of the text.
const TYPED: (&str, &str) = ("n = n + 2;", "n = n + (");

/// Returns the lines with findings, with what is said of each.
fn lines(typist: &Typist, found: &[Value]) -> Vec<String> {
    typist.places(found).into_iter().map(|(line, _)| line).collect()
}

#[tokio::test]
async fn findings_stay_when_a_statement_breaks() {
    let (mut typist, found) = Typist::of(TEXT).await;
    let before = lines(&typist, &found);
    assert_eq!(before, ["*r = n;", "n = *p;", "return *q;"]);
    let found = typist.replace(TYPED.0, TYPED.1).await;
    assert_eq!(lines(&typist, &found), before);
}

#[tokio::test]
async fn a_misuse_that_is_typed_above_a_broken_line_appears() {
    let (mut typist, _) = Typist::of(TEXT).await;
    typist.replace(TYPED.0, TYPED.1).await;
    let found = typist.replace("while (n > 9) {", "free(q); n = q[1];\n    while (n > 9) {").await;
    let expected = ["*r = n;", "free(q); n = q[1];", "n = *p;", "return *q;"];
    assert_eq!(lines(&typist, &found), expected);
    // It is one of the text as it is, the others that the broken line may concern are not.
    let hover = |line: u32, character: u32| json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": character}});
    let fresh = typist.client.request("textDocument/hover", hover(11, 18)).await.unwrap().to_string();
    assert!(fresh.contains("use-after-free") && !fresh.contains("As of before"), "{fresh}");
    let held = typist.client.request("textDocument/hover", hover(21, 5)).await.unwrap().to_string();
    assert!(held.contains("null-dereference"), "{held}");
    // What is shown is what the whole text has.
    let found = typist.replace(TYPED.1, TYPED.0).await;
    assert_eq!(lines(&typist, &found), expected);
}

#[tokio::test]
async fn a_misuse_that_is_mended_above_a_broken_line_goes() {
    let (mut typist, _) = Typist::of(TEXT).await;
    typist.replace(TYPED.0, TYPED.1).await;
    let found = typist.replace("        free(q);\n", "").await;
    assert_eq!(lines(&typist, &found), ["*r = n;", "n = *p;"]);
    let found = typist.replace("return *q;", "free(q);\n        return *q;").await;
    assert_eq!(lines(&typist, &found), ["*r = n;", "n = *p;", "return *q;"]);
}

#[tokio::test]
async fn a_misuse_beside_the_broken_line_is_decided_there() {
    let (mut typist, _) = Typist::of(TEXT).await;
    typist.replace(TYPED.0, TYPED.1).await;
    // No path from the broken line leads to the other branch.
    let found = typist.replace("free(p);\n        n = *p;", "n = *p;").await;
    assert_eq!(lines(&typist, &found), ["*r = n;", "return *q;"]);
}

#[tokio::test]
async fn nothing_appears_because_of_the_hole() {
    for (text, hole, broken) in [
        // The hole may assign the variable.
        (
            "int f(int n) {\n    int *p = 0;\n    if (n) {\n        p = &n;\n    }\n    n = n + 1;\n    if (n) {\n        return *p;\n    \
             }\n    return 0;\n}\n",
            "    n = n + 1;",
            "    n = n + (;",
        ),
        // The hole may free the memory.
        (
            "void *malloc(unsigned long);\nvoid free(void *);\nint f(int n) {\n    char *p = malloc(n);\n    if (!p)\n        return 0;\n    \
             n = p[0];\n    free(p);\n    return n;\n}\n",
            "    free(p);",
            "    free(p",
        ),
        // The hole may jump to the label.
        (
            "int f(int n) {\n    int *p = 0;\n    if (n) {\n        p = &n;\n        goto out;\n    }\n    return 1;\nout:\n    return *p;\n}\n",
            "        goto out;",
            "        goto",
        ),
        // The hole may be what the loop ends by.
        (
            "int f(int n) {\n    for (;;) {\n        if (n) {\n            break;\n        }\n        n++;\n    }\n    return n;\n}\n",
            "            break;",
            "            break",
        ),
        // The hole may be what leads to the statement behind it.
        (
            "int f(int n) {\n    if (n > 0) {\n        n = 2;\n    } else {\n        return 1;\n    }\n    n = 3;\n    return n;\n}\n",
            "        n = 2;",
            "        n = ;",
        ),
    ] {
        let (mut typist, found) = Typist::of(text).await;
        assert!(found.is_empty(), "{text}: {found:#?}");
        let found = typist.replace(hole, broken).await;
        assert!(found.is_empty(), "{}: {found:#?}", typist.mirror.text());
        // Nor if the text is opened like this.
        let broken = typist.mirror.text().clone();
        let (_, found) = Typist::of(&broken).await;
        assert!(found.is_empty(), "{broken}: {found:#?}");
    }
}

#[tokio::test]
async fn a_text_that_is_opened_with_an_error_has_what_is_certain() {
    let broken = TEXT.replace(TYPED.0, TYPED.1);
    let (mut typist, found) = Typist::of(&broken).await;
    // The branch without the error does not get to the last misuse, because of its own.
    assert_eq!(lines(&typist, &found), ["n = *p;", "return *q;"]);
    let found = typist.replace("free(p);\n", "").await;
    assert_eq!(lines(&typist, &found), ["*r = n;", "return *q;"]);
}
