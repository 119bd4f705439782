//! Tests of where statements are inserted, and of the exits of functions.

use csieve_base::text::Span;

use crate::{
    edit::{Edit, applied},
    exits::error_exits,
    insert,
    written::{Written, is_place},
};

/// Returns a function with a body, after lines were inserted at the statement that starts with a text.
fn inserted(
    body: &str,
    statement: &str,
    with: impl Fn(&Written, csieve_frontend::syntax::Node) -> Option<Vec<Edit>>,
) -> Option<String> {
    let text = format!("int f(int x)\n{{\n{body}}}\n");
    let written = Written::new(&text);
    let at = text.find(statement).expect("the statement is there");
    let node = written.statement(Span::new(at, at + statement.len())).expect("it is a statement");
    let after = applied(&text, &with(&written, node)?)?;
    Some(after.strip_prefix("int f(int x)\n{\n")?.strip_suffix("}\n")?.to_owned())
}

fn before(body: &str, statement: &str) -> Option<String> {
    inserted(body, statement, |written, node| insert::before(written, node, &["free(p);".to_owned()]))
}

fn after(body: &str, statement: &str) -> Option<String> {
    let lines = ["if (!p)".to_owned(), "\treturn 0;".to_owned()];
    inserted(body, statement, |written, node| insert::after(written, node, &lines))
}

#[test]
fn a_statement_in_a_block_gets_a_line_before_it() {
    let block = before("    if (x) {\n        return 1;\n    }\n", "return 1;").unwrap();
    assert_eq!(block, "    if (x) {\n        free(p);\n        return 1;\n    }\n");
    let label = before("\tx = 1;\nout:\n\treturn x;\n", "return x;").unwrap();
    assert_eq!(label, "\tx = 1;\nout:\n\tfree(p);\n\treturn x;\n");
}

#[test]
fn a_body_without_braces_gets_some() {
    let body = before("\tif (x)\n\t\treturn 1; /* no */\n", "return 1;").unwrap();
    assert_eq!(body, "\tif (x) {\n\t\tfree(p);\n\t\treturn 1; /* no */\n\t}\n");
    let line = before("    if (x) return 1;\n    else\n        x++;\n", "return 1;").unwrap();
    assert_eq!(line, "    if (x) {\n        free(p);\n        return 1;\n    } else\n        x++;\n");
    let other = before("    if (x)\n        x++;\n    else\n        return 1;\n", "return 1;").unwrap();
    assert_eq!(other, "    if (x)\n        x++;\n    else {\n        free(p);\n        return 1;\n    }\n");
    let allman =
        before("    while (x)\n    {\n        x--;\n    }\n    if (x)\n        return 1;\n", "return 1;");
    assert!(allman.unwrap().ends_with("    if (x)\n    {\n        free(p);\n        return 1;\n    }\n"));
}

#[test]
fn a_comment_behind_the_condition_is_no_place_for_a_brace() {
    assert_eq!(before("    if (x) // never\n        return 1;\n", "return 1;"), None);
}

#[test]
fn lines_after_a_statement_come_behind_its_comment() {
    let found = after("    p = get(); // perhaps\n    use(p);\n", "p = get();").unwrap();
    assert_eq!(found, "    p = get(); // perhaps\n    if (!p)\n        return 0;\n    use(p);\n");
    let body = after("    if (x)\n        p = get();\n", "p = get();").unwrap();
    assert_eq!(body, "    if (x) {\n        p = get();\n        if (!p)\n            return 0;\n    }\n");
}

#[test]
fn line_ends_are_those_of_the_file() {
    let found = before("    x = 1;\r\n    return x;\r\n", "return x;").unwrap();
    assert_eq!(found, "    x = 1;\r\n    free(p);\r\n    return x;\r\n");
}

fn exits(text: &str) -> Vec<String> {
    let written = Written::new(text);
    let body = written.body().expect("there is a body");
    error_exits(&written, body)
}

#[test]
fn the_most_used_exit_for_failures_comes_first() {
    let found = exits(
        "int f(int x)\n{\n    if (x < 0)\n        return -1;\n    if (x > 8) {\n        note(x);\n        \
         return -1;\n    }\n    \
         if (x == 3) {\n        x = -2;\n        goto fail;\n    }\n    if (g(x))\n        goto fail;\n    \
         return x;\nfail:\n    return x;\n}\n",
    );
    assert_eq!(found, ["return -1;", "x = -2; goto fail;"]);
    assert_eq!(exits("void f(int x)\n{\n    use(x);\n}\n"), ["return;"]);
    assert!(exits("int f(int x)\n{\n    if (x)\n        return x + 1;\n    return 0;\n}\n").is_empty());
    assert!(exits("void *f(int x)\n{\n    return g(x);\n}\n").is_empty());
}

#[test]
fn places_have_no_effects() {
    assert!(["p", "s->data", "all[i].name", "t.x"].into_iter().all(is_place));
    assert!(!["p++", "f(x)", "*p", "a[i++]", "3", "p..x", ""].into_iter().any(is_place));
}
