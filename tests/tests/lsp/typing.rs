//! Tests that nothing flashes while somebody types: findings stay through half-typed states, at their places.

use std::sync::Arc;

use csieve_tests::lsp::{Client, Columns, Edit, Mirror, Setup};
use serde_json::{Value, json};

use super::URI;

/// Findings before, in and behind the function that is edited, and one in a caller that rests on what it does.
const TEXT: &str = "\
void free(void *);

void before(int *p)
{
    free(p);
    *p = 1;
}

void dispose(int *p, int x)
{
    int *q = 0;
    free(p);
    if (x == 7) {
        *q = x;
    }
}

void caller(int *p)
{
    dispose(p, 1);
    *p = 3;
}

void behind(int *p)
{
    free(p);
    *p = 1;
}
";

/// A client that types into one text.
pub(super) struct Typist {
    pub(super) client: Client,
    pub(super) mirror: Mirror,
    version: i64,
}

impl Typist {
    async fn new() -> (Self, Vec<Value>) {
        Self::of(TEXT).await
    }

    /// Opens a text.
    pub(super) async fn of(text: &str) -> (Self, Vec<Value>) {
        let mut client = Client::start(Arc::new(csieve_analysis::analyse_function), Setup::default()).await;
        client.open(URI, text).await;
        let found = client.published(URI, 1).await;
        (Self { client, mirror: Mirror::new(text, Columns::Utf16), version: 1 }, found)
    }

    /// Replaces a part of the text that it has once, and returns the findings when they are analysed.
    pub(super) async fn replace(&mut self, part: &str, text: &str) -> Vec<Value> {
        assert_eq!(self.mirror.text().matches(part).count(), 1, "{part}");
        let from = self.mirror.text().find(part).expect("it is there once");
        self.edit(from, from + part.len(), text).await
    }

    /// Replaces characters, and returns the findings when they are analysed.
    pub(super) async fn edit(&mut self, from: usize, to: usize, text: &str) -> Vec<Value> {
        let change = self.mirror.apply(&Edit { from, to, text: text.to_owned() });
        self.version += 1;
        self.client.change(URI, self.version, json!([change])).await;
        self.client.published(URI, self.version).await
    }

    /// Returns the lines at which findings are, with the texts at their places.
    pub(super) fn places(&self, found: &[Value]) -> Vec<(String, String)> {
        let text = self.mirror.text();
        let lines: Vec<&str> = text.lines().collect();
        let place = |finding: &Value| {
            let (start, end) = (&finding["range"]["start"], &finding["range"]["end"]);
            let at = |value: &Value| value.as_u64().expect("a number") as usize;
            let line = lines[at(&start["line"])];
            let end = if start["line"] == end["line"] { at(&end["character"]) } else { line.len() };
            (line.trim().to_owned(), line[at(&start["character"])..end].to_owned())
        };
        let mut places: Vec<_> = found.iter().map(place).collect();
        places.sort();
        places
    }
}

#[tokio::test]
async fn every_finding_stays_at_its_statement_while_a_statement_is_typed() {
    let (mut typist, found) = Typist::new().await;
    let expected = typist.places(&found);
    assert_eq!(expected.len(), 4, "{expected:#?}");
    let at = TEXT.find("        *q = x;").expect("the statement is there");
    for (nth, typed) in "        x += 1 * 1;\n".chars().enumerate() {
        // Up to `x +` this would declare `q`.
        let found = typist.edit(at + nth, at + nth, &typed.to_string()).await;
        assert_eq!(found.len(), expected.len(), "{}", typist.mirror.text());
    }
    let (mut typist, _) = Typist::new().await;
    let at = TEXT.find("    if (x == 7)").expect("the statement is there");
    for (nth, typed) in "    if (x > 3) {\n        p = (int *)\"a\";\n    }\n".chars().enumerate() {
        let found = typist.edit(at + nth, at + nth, &typed.to_string()).await;
        assert_eq!(typist.places(&found), expected, "{}", typist.mirror.text());
    }
}

#[tokio::test]
async fn hovers_say_that_a_held_finding_is_of_before() {
    let (mut typist, _) = Typist::new().await;
    let at = TEXT.find("    if (x == 7)").expect("the statement is there");
    typist.edit(at, at, "    if (x {\n").await;
    let hover = |line: u32, character: u32| json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": character}});
    let held = typist.client.request("textDocument/hover", hover(14, 9)).await.unwrap().to_string();
    assert!(
        held.contains(
            "As of before the last edits, since `dispose` cannot be read now: syntax error near line"
        ),
        "{held}"
    );
    let other = typist.client.request("textDocument/hover", hover(5, 5)).await.unwrap().to_string();
    assert!(other.contains("use-after-free") && !other.contains("As of before"), "{other}");
}

#[tokio::test]
async fn a_finding_goes_with_the_text_that_it_rests_on() {
    let (mut typist, _) = Typist::new().await;
    let broken = TEXT.find("    int *q").expect("the statement is there");
    let found = typist.edit(broken, broken, "    x = (\n").await;
    assert_eq!(found.len(), 4);
    let misuse = typist.mirror.text().find("        *q = x;").expect("the statement is there");
    let found = typist.edit(misuse, misuse + "        *q = x;\n".len(), "        p = q;\n").await;
    assert_eq!(found.len(), 3, "the misuse is deleted: {found:#?}");
    let repaired = typist.mirror.text().find("    x = (\n").expect("the statement is there");
    let found = typist.edit(repaired, repaired + "    x = (\n".len(), "").await;
    assert_eq!(found.len(), 3, "{found:#?}");
}

#[tokio::test]
async fn what_is_typed_counts_as_soon_as_it_parses() {
    let (mut typist, _) = Typist::new().await;
    let freed = TEXT.find("    free(p);\n    if").expect("the statement is there");
    let found = typist.edit(freed, freed + "    free(p);".len(), "    p = ").await;
    assert_eq!(found.len(), 4, "the caller has not noticed yet: {found:#?}");
    let at = freed + "    p = ".len();
    let found = typist.edit(at, at, "p;").await;
    assert_eq!(found.len(), 3, "nothing is freed any more: {found:#?}");
}
