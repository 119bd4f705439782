//! Tests of `csieve/judge`: what csieve says of diagnostics that other tools show in a document.

use csieve_tests::lsp::{Client, Project, Setup};
use serde_json::{Value, json};

use super::{URI, client};

/// A comment `says: SOURCE | CODE | MESSAGE | VERDICT` makes a diagnostic for its line, and says what becomes of it; the
/// verdict `null` is none.
const TEXT: &str = "\
#include <stdlib.h>
struct item { int value; };
int narrower(int a, int b)
{
    struct item *p = NULL;
    struct item item = {1};
    if (a > b)
        p = &item;
    if (b < a)
        return p->value; // says: clang-tidy | clang-analyzer-core.NullDereference | Access to field 'value' results in a dereference of a null pointer (loaded from variable 'p') | refuted
    return 0;
}
int wider(int a, int b)
{
    struct item *p = NULL;
    struct item item = {1};
    if (a > b)
        p = &item;
    if (a > b - 1)
        return p->value; // says: gcc | | dereference of NULL ‘p’ [CWE-476] [-Wanalyzer-null-dereference] | confirmed
    return 0;
}
int given(struct item *p)
{
    int unused; // says: clang | -Wunused-variable | Unused variable 'unused' | null
    return p->value; // says: cppcheck | nullPointer | Possible null pointer dereference: p | unrefuted
}
int read(int n)
{
    int value;
    if (n > 0) // says: csieve | uninitialized-read | `value` has no value yet | null
        value = n;
    return n > 0 ? value : 0; // says: clang | -Wconditional-uninitialized | Variable 'value' may be uninitialized when used here | refuted
}
int never(unsigned n)
{
    if (n < 0)
        return 1 << 40; // says: clang | -Wshift-count-overflow | Shift count >= width of type | refuted
    return 1 << 40; // says: clang | -Wshift-count-overflow | Shift count >= width of type | unrefuted
}
int outside; // says: cppcheck | nullPointer | Null pointer dereference: outside | unrefuted
";

/// Returns the diagnostics that the comments of a text make, each with the verdict that they name.
fn said(text: &str) -> Vec<(Value, &str)> {
    let mut all = Vec::new();
    for (line, text) in text.lines().enumerate() {
        let Some((_, said)) = text.split_once("// says: ") else { continue };
        let parts: Vec<&str> = said.split('|').map(str::trim).collect();
        let [source, code, message, verdict] = parts[..] else { panic!("{said}") };
        all.push((diagnostic(line, source, code, message), verdict));
    }
    all
}

/// Returns a diagnostic on a line, which counts from 0. An empty code is none.
fn diagnostic(line: usize, source: &str, code: &str, message: &str) -> Value {
    let range = json!({"start": {"line": line, "character": 4}, "end": {"line": line, "character": 9}});
    let mut diagnostic = json!({"range": range, "severity": 2, "source": source, "message": message});
    if !code.is_empty() {
        diagnostic["code"] = json!(code);
    }
    diagnostic
}

/// Adds what a diagnostic names besides: lines, which count from 0, with a text.
fn with_notes(mut diagnostic: Value, uri: &str, notes: &[(usize, &str)]) -> Value {
    let note = |(line, text): &(usize, &str)| {
        let range = &self::diagnostic(*line, "", "", "")["range"];
        json!({"location": {"uri": uri, "range": range}, "message": text})
    };
    diagnostic["relatedInformation"] = notes.iter().map(note).collect();
    diagnostic
}

async fn judge(client: &mut Client, uri: &str, diagnostics: Vec<Value>) -> Vec<Value> {
    let params = json!({"uri": uri, "diagnostics": diagnostics});
    let answer = client.request("csieve/judge", params).await.unwrap();
    answer["verdicts"].as_array().unwrap().clone()
}

/// Opens a document with a text and judges one diagnostic in it.
async fn judged(text: &str, of: impl Fn(&str) -> Value) -> Value {
    let project = Project::new(&[("a.c", text)]);
    let mut client = project.client().await;
    project.open(&mut client, "a.c").await;
    let uri = project.uri("a.c");
    judge(&mut client, &uri, vec![of(&uri)]).await.remove(0)
}

#[tokio::test]
async fn every_diagnostic_has_its_verdict_in_the_order_of_the_question() {
    let project = Project::new(&[("a.c", TEXT)]);
    let mut client = project.client().await;
    project.open(&mut client, "a.c").await;
    let (diagnostics, expected): (Vec<Value>, Vec<&str>) = said(TEXT).into_iter().unzip();
    let verdicts = judge(&mut client, &project.uri("a.c"), diagnostics.clone()).await;
    let found: Vec<&str> =
        verdicts.iter().map(|verdict| verdict["verdict"].as_str().unwrap_or("null")).collect();
    assert_eq!(found, expected, "{verdicts:#?}");
    let again = judge(&mut client, &project.uri("a.c"), diagnostics).await;
    assert_eq!(again, verdicts);
}

#[tokio::test]
async fn a_verdict_says_why() {
    let project = Project::new(&[("a.c", TEXT)]);
    let mut client = project.client().await;
    project.open(&mut client, "a.c").await;
    let uri = project.uri("a.c");
    let diagnostics = said(TEXT).into_iter().map(|(diagnostic, _)| diagnostic).collect();
    let verdicts = judge(&mut client, &uri, diagnostics).await;
    let [refuted, confirmed, _, unrefuted, .., never, after, outside] = &verdicts[..] else { panic!() };
    let proof = "line 7 leaves `a <= b`, line 9 then needs `b < a`";
    assert_eq!(refuted["proof"], proof);
    assert_eq!(refuted["sentence"], format!("no run does this: {proof}"));
    assert_eq!(refuted["rule"], "null-dereference");
    let page = refuted["markdown"].as_str().unwrap();
    assert!(page.starts_with("**refuted** `null-dereference` · no run does this: "), "{page}");
    assert!(page.contains("The first path that was refuted:\n\n1. line "), "{page}");
    assert_eq!(confirmed["sentence"], "`p` is NULL here: line 15 set it to NULL");
    let page = confirmed["markdown"].as_str().unwrap();
    assert!(page.starts_with("**confirmed** `null-dereference` · it happens with "), "{page}");
    assert_eq!(unrefuted["sentence"], "a path is left on which it may happen");
    assert!(never["sentence"].as_str().unwrap().starts_with("no run gets here: "), "{never}");
    assert_eq!((&never["rule"], &after["rule"]), (&Value::Null, &Value::Null));
    assert_eq!(outside["sentence"], "not judged: no function of the file is at this line");
    // What csieve finds itself has views, by its id.
    let id = json!({"uri": uri, "id": confirmed["id"]});
    let trace = client.request("csieve/trace", id).await.unwrap();
    assert_eq!(trace["steps"], confirmed["steps"]);
}

#[tokio::test]
async fn notes_are_the_path_of_an_analyser() {
    let text = "\
#include <stdlib.h>
int f(int a)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return -1;
    *p = a;
    if (a > 10)
        free(p);
    if (a <= 10)
        a = *p;
    return a;
}
";
    let message = "Use of memory after it is freed";
    let plain = diagnostic(10, "clang-tidy", "clang-analyzer-unix.Malloc", message);
    let alone = judged(text, |_| plain.clone()).await;
    assert_eq!(alone["sentence"], "not judged: what is claimed may have begun in a caller");
    let notes = [(3, "Memory is allocated"), (8, "Memory is released"), (10, message)];
    let with_path = judged(text, |uri| with_notes(plain.clone(), uri, &notes)).await;
    assert_eq!(with_path["verdict"], "refuted", "{with_path:#}");
    let elsewhere = judged(text, |_| with_notes(plain.clone(), "file:///other.c", &notes)).await;
    assert_eq!(elsewhere["verdict"], "unrefuted", "{elsewhere:#}");
}

#[tokio::test]
async fn an_impossible_path_is_told_although_another_one_is_left() {
    let text = "\
int f(int a, int *p)
{
    if (a > 0)
        p = 0;
    if (a <= 0)
        return *p;
    return 0;
}
";
    let message = "Dereference of null pointer (loaded from variable 'p')";
    let plain = diagnostic(5, "clang-tidy", "clang-analyzer-core.NullDereference", message);
    let notes = [(3, "Null pointer value stored to 'p'"), (5, message)];
    let verdict = judged(text, |uri| with_notes(plain.clone(), uri, &notes)).await;
    assert_eq!(verdict["verdict"], "unrefuted", "{verdict:#}");
    let sentence = "a path is left on which it may happen; the reported path is impossible";
    assert_eq!(verdict["sentence"], sentence);
}

#[tokio::test]
async fn what_is_used_on_some_ways_only_is_judged_where_it_is_used() {
    let text = "\
int f(int n)
{
    int x;
    if (n > 3)
        x = 1;
    return x;
}
";
    let message = "Variable 'x' is used uninitialized whenever 'if' condition is false (fix available)";
    let plain = diagnostic(3, "clang", "-Wsometimes-uninitialized", message);
    let notes = [(5, "Uninitialized use occurs here")];
    let verdict = judged(text, |uri| with_notes(plain.clone(), uri, &notes)).await;
    assert_eq!(verdict["sentence"], "`x`, declared on line 3, is read here but has no value yet");
}

#[tokio::test]
async fn what_is_used_at_a_place_that_is_not_told_is_not_refuted_for_another_one() {
    let text = "\
int f(int n)
{
    int x;
    if (n > 0 && (x = n, x > 2))
        return 1;
    return x;
}
";
    let message = "Variable 'x' is used uninitialized whenever '&&' condition is false (fix available)";
    for (source, code) in
        [("clang", "-Wsometimes-uninitialized"), ("clang-tidy", "clang-diagnostic-sometimes-uninitialized")]
    {
        let verdict = judged(text, |_| diagnostic(3, source, code, message)).await;
        assert_eq!(verdict["verdict"], "unrefuted", "{verdict:#}");
    }
}

#[tokio::test]
async fn verdicts_are_about_the_text_as_it_is_in_the_editor() {
    let text = "\
int f(int a, int b)
{
    int n = 1, *p = 0;
    if (a > b)
        p = &n;
    if (b < a)
        return *p;
    return 0;
}
";
    let project = Project::new(&[("a.c", text)]);
    let mut client = project.client().await;
    project.open(&mut client, "a.c").await;
    let uri = project.uri("a.c");
    let of = |line| diagnostic(line, "cppcheck", "nullPointer", "Possible null pointer dereference: p");
    let saved = judge(&mut client, &uri, vec![of(6)]).await.remove(0);
    assert_eq!(saved["proof"], "line 4 leaves `a <= b`, line 6 then needs `b < a`");
    let start = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}});
    let bound = json!({"start": {"line": 6, "character": 11}, "end": {"line": 6, "character": 11}});
    let changes = json!([{"range": start, "text": "\n"}, {"range": bound, "text": "="}]);
    client.change(&uri, 2, changes).await;
    let unsaved = judge(&mut client, &uri, vec![of(7)]).await.remove(0);
    assert_eq!(unsaved["sentence"], "`p` is NULL here: line 4 set it to NULL");
}

#[tokio::test]
async fn other_files_are_known() {
    let callees =
        "int *pick(int *p) { static int other; return p ? p : &other; }\nint *none(void) { return 0; }\n";
    let callers = "\
int *pick(int *p);
int *none(void);
int f(int *p)
{
    int *q = pick(p);
    return *q;
}
int g(void)
{
    int *q = none();
    return *q;
}
";
    let project = Project::new(&[("a.c", callers), ("b.c", callees)]);
    let folders = vec![project.uri("")];
    let mut client = project.client_of(Setup { folders, ..Setup::default() }).await;
    project.open(&mut client, "a.c").await;
    let uri = project.uri("a.c");
    // What csieve finds itself tells when the other file is known.
    let is_known = |message: &Value| {
        let found = &message["params"]["diagnostics"];
        message["params"]["uri"] == uri && found.as_array().is_some_and(|found| !found.is_empty())
    };
    client.ever(is_known).await;
    let of = |line| diagnostic(line, "cppcheck", "nullPointer", "Possible null pointer dereference: q");
    let verdicts = judge(&mut client, &uri, vec![of(5), of(10)]).await;
    assert_eq!(verdicts[0]["verdict"], "refuted", "{verdicts:#?}");
    assert_eq!(verdicts[1]["verdict"], "confirmed", "{verdicts:#?}");
}

#[tokio::test]
async fn a_change_ends_a_question() {
    let (mut client, fake) = client(Setup::default()).await;
    client.open(URI, "int f(int *p) { int SLOW; return *p; }\n").await;
    fake.wait_until(|fake| fake.started() > 0).await;
    let of = diagnostic(0, "cppcheck", "nullPointer", "Null pointer dereference: p");
    let id = client.send("csieve/judge", json!({"uri": URI, "diagnostics": [of]})).await;
    client.change(URI, 2, json!([{"text": "int f(int *p) { return *p; }\n"}])).await;
    let error = client.answer(id).await.unwrap_err();
    assert_eq!(error["code"], -32801, "{error}");
    let closed = json!({"uri": "file:///closed.c", "diagnostics": []});
    let error = client.request("csieve/judge", closed).await.unwrap_err();
    assert_eq!(error["message"], "file:///closed.c is not open");
}

#[tokio::test]
async fn only_so_many_are_judged_at_once() {
    let text = "int f(int *p)\n{\n    return *p;\n}\n";
    let project = Project::new(&[("a.c", text)]);
    let mut client = project.client().await;
    project.open(&mut client, "a.c").await;
    let of = diagnostic(2, "cppcheck", "nullPointer", "Null pointer dereference: p");
    let verdicts = judge(&mut client, &project.uri("a.c"), vec![of; 201]).await;
    assert_eq!(verdicts[199]["sentence"], "a path is left on which it may happen");
    assert_eq!(verdicts[200]["sentence"], "not judged: other tools say more than 200 things of the file");
    assert_eq!(verdicts.len(), 201);
}
