//! Compares what a server shows at the end of a session with what a new one shows for the same texts.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use csieve_tests::lsp::{Client, Setup, assert_valid_ranges};
use serde_json::{Value, json};

use super::model::{File, Model};

/// How long two servers may differ, since what they read of other files comes in its own time.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a server says of one document: its diagnostics, and answers to questions about all of it.
type Shown = BTreeMap<&'static str, Value>;

/// Compares what the client of a session sees with what a new client sees, for each open document. Returns the number
/// of diagnostics.
///
/// # Panics
/// If something differs, or a diagnostic is not in the text.
pub(crate) async fn compare(model: &Model, mut session: Client, fresh: Setup, seed: u64) -> usize {
    let mut new = model.project.client_of(fresh).await;
    let open: Vec<&File> = model.files.iter().filter(|file| file.open.is_some()).collect();
    for file in &open {
        new.open(&file.uri, &text(file)).await;
    }
    let start = Instant::now();
    let mut count = 0;
    for file in &open {
        loop {
            let (ours, theirs) = (shown(&mut session, file).await, shown(&mut new, file).await);
            if ours == theirs {
                let diagnostics = ours["diagnostics"].as_array().expect("a list");
                assert_valid_ranges(diagnostics, &text(file), model.columns);
                count += diagnostics.len();
                break;
            }
            let (name, text, progress) = (&file.name, text(file), progress(&session));
            assert!(
                start.elapsed() < PATIENCE,
                "session {seed}, {name}:\n{}\n{text}\n{progress}",
                difference(&ours, &theirs)
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    session.exit().await;
    new.exit().await;
    count
}

fn text(file: &File) -> String {
    file.open.as_ref().map(csieve_tests::lsp::Mirror::text).unwrap_or_default()
}

/// Asks a server for all that it says of a document. Answers come after the analysis of the current text.
async fn shown(client: &mut Client, file: &File) -> Shown {
    let document = json!({"textDocument": {"uri": file.uri}});
    let findings = client.request("csieve/findings", json!({"uri": file.uri})).await;
    let mut shown = Shown::from([("findings", findings.unwrap_or_else(|error| error))]);
    for method in ["textDocument/codeLens", "textDocument/documentSymbol", "textDocument/foldingRange"] {
        let answer = client.request(method, document.clone()).await.unwrap_or_else(|error| error);
        shown.insert(method, answer);
    }
    let published = client.log.iter().rfind(|message| {
        message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == file.uri
    });
    let diagnostics = published.map(|message| message["params"]["diagnostics"].clone());
    shown.insert("diagnostics", diagnostics.unwrap_or_else(|| json!([])));
    shown
}

/// Returns what a server told last of its progress, a line each.
fn progress(client: &Client) -> String {
    let told = client.log.iter().rev().filter(|message| message["method"] == "$/progress");
    told.take(8).map(|message| message["params"].to_string()).collect::<Vec<_>>().join("\n")
}

/// Returns what only one of two servers says.
fn difference(ours: &Shown, theirs: &Shown) -> String {
    let items = |value: &Value| value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
    let mut lines = Vec::new();
    for (what, ours) in ours {
        let (ours, theirs) = (items(ours), items(&theirs[what]));
        let only = |of: &[Value], not: &[Value]| {
            of.iter().filter(|one| !not.contains(one)).map(ToString::to_string).collect::<Vec<_>>()
        };
        for one in only(&ours, &theirs) {
            lines.push(format!("{what}, only in the session: {one}"));
        }
        for one in only(&theirs, &ours) {
            lines.push(format!("{what}, only in the new server: {one}"));
        }
        if ours != theirs {
            lines.push(format!("{what}: {} against {}", ours.len(), theirs.len()));
        }
    }
    lines.join("\n")
}
