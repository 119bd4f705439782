//! Tests of `csieve/ruleMatches`: what the text of a file with rules matches in a document, and its mistakes.

use csieve_tests::lsp::{Client, Project, Setup};
use serde_json::{Value, json};

use super::{URI, client};

/// Rules with a label of each kind: calls, a query and an event.
const RULES: &str = r#"
[[rule]]
id = "open-transaction"
title = "A transaction is neither committed nor rolled back"
message = "the transaction that began on line {line} is still open here"

[rule.labels]
begin = { calls = ["db_begin"], object = 0, when = "zero" }
commit = { calls = ["db_commit"], object = 0 }

[rule.states]
start = { begin = "open" }
open = { commit = "start", begin = "misuse", return = "misuse" }

[[rule]]
id = "reset-after-free"
title = "A count is set to 0 after memory was freed"
message = "`{object}` was freed on line {line}"

[rule.labels]
gone = { event = "freed" }
reset = { query = '''(assignment_expression left: (field_expression argument: (_) @object)
                      right: (number_literal)) @event''' }

[rule.states]
start = { gone = "freed" }
freed = { reset = "misuse" }
"#;

const TEXT: &str = "\
struct db { int n; };
int db_begin(struct db *db);
void db_commit(struct db *db);
void free(void *p);
#define COMMIT(db) do { db_commit(db); } while (0)
static void drop(struct db *d) { free(d); }
int f(struct db *db, struct db *other)
{
    if (db_begin(db))
        return -1;
    other->n = 0; /* é𝄞 */ COMMIT(db);
    drop(other);
    return 0;
}
";

/// Returns the matches in a document as lines: `line:column-column rule label object`, lines from 1.
async fn matches(client: &mut Client, uri: &str, rules: &str) -> Vec<String> {
    let answer = client.request("csieve/ruleMatches", json!({"uri": uri, "rules": rules})).await.unwrap();
    assert_eq!(answer["mistake"], Value::Null, "{answer:#}");
    let told = |one: &Value| {
        let (start, end) = (&one["range"]["start"], &one["range"]["end"]);
        let (line, object) = (start["line"].as_u64().unwrap() + 1, one["object"].as_str().unwrap_or("-"));
        let (rule, label) = (one["rule"].as_str().unwrap(), one["label"].as_str().unwrap());
        format!("{line}:{}-{} {rule} {label} {object}", start["character"], end["character"])
    };
    answer["matches"].as_array().unwrap().iter().map(told).collect()
}

async fn mistake(client: &mut Client, rules: &str) -> (Value, String) {
    let answer = client.request("csieve/ruleMatches", json!({"rules": rules})).await.unwrap();
    assert_eq!(answer["matches"], json!([]));
    let mistake = &answer["mistake"];
    (mistake["range"].clone(), mistake["message"].as_str().unwrap().to_owned())
}

fn on_line(line: u32, start: u32, end: u32) -> Value {
    json!({"start": {"line": line, "character": start}, "end": {"line": line, "character": end}})
}

#[tokio::test]
async fn calls_queries_and_events_match_in_the_order_of_their_places() {
    let project = Project::new(&[("a.c", TEXT)]);
    let mut client = project.client().await;
    project.open(&mut client, "a.c").await;
    let found = matches(&mut client, &project.uri("a.c"), RULES).await;
    let expected = [
        "6:33-40 reset-after-free gone d",
        "9:8-20 open-transaction begin db",
        "11:4-16 reset-after-free reset other",
        // A macro counts as the place where it is used. Columns are those of UTF-16.
        "11:28-38 open-transaction commit db",
        // The callee frees its argument.
        "12:4-15 reset-after-free gone other",
    ];
    assert_eq!(found, expected);
}

#[tokio::test]
async fn matches_are_those_of_the_texts_as_they_are() {
    let project = Project::new(&[("a.c", TEXT)]);
    let mut client = project.client().await;
    project.open(&mut client, "a.c").await;
    let uri = project.uri("a.c");
    let insert = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}});
    client.change(&uri, 2, json!([{"range": insert, "text": "void db_abort(struct db *db);\n\n"}])).await;
    let at = json!({"start": {"line": 13, "character": 9}, "end": {"line": 13, "character": 14}});
    client.change(&uri, 3, json!([{"range": at, "text": "db"}])).await;
    let typed = RULES.replace("[\"db_commit\"]", "[\"drop\"]");
    let found = matches(&mut client, &uri, &typed).await;
    let expected = [
        "8:33-40 reset-after-free gone d",
        "11:8-20 open-transaction begin db",
        "13:4-16 reset-after-free reset other",
        "14:4-12 open-transaction commit db",
        "14:4-12 reset-after-free gone db",
    ];
    assert_eq!(found, expected);
}

#[tokio::test]
async fn a_mistake_has_its_place_in_the_rules() {
    let (mut client, _) = client(Setup::default()).await;
    let wrong = RULES.replace("object = 0, when", "objekt = 0, when");
    let (range, message) = mistake(&mut client, &wrong).await;
    assert_eq!(range, on_line(7, 32, 38), "{message}");
    assert!(message.starts_with("there is no key `objekt`; did you mean `object`."), "{message}");
    let wrong = RULES.replace("title = \"A transaction", "title = \"é𝄞\" x");
    let (range, message) = mistake(&mut client, &wrong).await;
    assert_eq!(range["start"], json!({"line": 3, "character": 14}), "{message}");
    let wrong = RULES.replace("begin = \"misuse\", ", "began = \"misuse\", ");
    let (range, message) = mistake(&mut client, &wrong).await;
    assert_eq!(range["start"], json!({"line": 12, "character": 27}), "{message}");
    assert!(message.contains("`began`") && !message.contains('\n'), "{message}");
    let wrong = RULES.replace("(number_literal)", "(number_litteral)");
    let (range, message) = mistake(&mut client, &wrong).await;
    assert_eq!(range["start"]["line"], 22, "{message}");
}

#[tokio::test]
async fn labels_have_their_places_in_the_rules_and_need_no_document() {
    let (mut client, _) = client(Setup::default()).await;
    let more = RULES.replace("gone = { event", "tested = { event = \"tested\" }\ngone = { event");
    let more = more.replace("freed = { reset", "freed = { tested = \"end\", reset");
    let read = client.request("csieve/ruleMatches", json!({"rules": more})).await.unwrap();
    assert_eq!(read["matches"], json!([]));
    let label = |rule: &str, label: &str, line: u32, end: u32| json!({"rule": rule, "label": label, "range": on_line(line, 0, end)});
    // Where an object is tested depends on the object that is followed.
    let expected = [
        label("open-transaction", "begin", 7, 5),
        label("open-transaction", "commit", 8, 6),
        label("reset-after-free", "gone", 21, 4),
        label("reset-after-free", "reset", 22, 5),
    ];
    assert_eq!(read["labels"], json!(expected));
}

#[tokio::test]
async fn a_closed_document_is_named_in_the_error_but_mistakes_are_told() {
    let (mut client, _) = client(Setup::default()).await;
    let error = client.request("csieve/ruleMatches", json!({"uri": URI, "rules": RULES})).await.unwrap_err();
    assert_eq!(error["message"], format!("{URI} is not open"));
    let told = client.request("csieve/ruleMatches", json!({"uri": URI, "rules": "rule = 1"})).await.unwrap();
    assert!(told["mistake"]["message"].as_str().is_some(), "{told:#}");
}

#[tokio::test]
async fn a_document_that_is_still_analysed_has_its_matches() {
    let (mut client, fake) = client(Setup::default()).await;
    client.open(URI, "void free(void *p);\nvoid f(char *p) { free(p); int SLOW; }\n").await;
    fake.wait_until(|fake| fake.started() > 0).await;
    assert_eq!(matches(&mut client, URI, RULES).await, ["2:18-25 reset-after-free gone p"]);
}
