//! `textDocument/codeLens`: the number of kept and refuted findings above each function.
//!
//! A lens takes a line. So that no text moves under the hands of who types, functions get and lose theirs only in texts
//! that are saved.

use std::fmt::Write;

use csieve_analysis::syntax::FunctionItem;
use dashmap::DashMap;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::{
    jsonrpc::Result,
    lsp_types::{CodeLens, CodeLensParams, Command, Range, Url},
};

use super::{
    request,
    server::Server,
    snapshot::{Entry, Snapshot},
};

/// The command of a code lens for clients without commands of their own; the server runs it.
pub(super) const OPEN_FINDINGS: &str = "csieve.openFindings";

/// The command of a code lens for clients with commands of their own; the client runs it.
const SHOW_FINDINGS: &str = "csieve.showFindings";

/// The parameters of the command of a code lens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LensParams {
    /// The URI of the document.
    pub uri: Url,
    /// The name of the function.
    pub function: String,
}

/// Which functions of the documents have lenses.
#[derive(Debug, Default)]
pub(crate) struct Lenses(DashMap<Url, Shown>);

/// The functions of a document that have lenses.
#[derive(Debug, Default)]
struct Shown {
    /// Their names; `None` if nobody asked yet.
    functions: Option<FxHashSet<String>>,
    /// Whether the text was changed since it was opened or saved.
    is_changed: bool,
}

impl Lenses {
    /// Notes that the text of a document was changed.
    pub(super) fn changed(&self, uri: &Url) {
        self.0.entry(uri.clone()).or_default().is_changed = true;
    }

    /// Notes that a document was saved.
    pub(super) fn saved(&self, uri: &Url) {
        self.0.entry(uri.clone()).or_default().is_changed = false;
    }

    /// Forgets a document that was closed.
    pub(super) fn forget(&self, uri: &Url) {
        self.0.remove(uri);
    }

    /// Returns the lenses of a document.
    fn of(&self, snapshot: &Snapshot) -> Vec<CodeLens> {
        let mut shown = self.0.entry(snapshot.uri.clone()).or_default();
        if let Some(functions) = shown.functions.as_ref().filter(|_| shown.is_changed) {
            return lenses(snapshot, &|name, title| {
                functions.contains(name).then(|| title.unwrap_or_else(|| "0 findings".to_owned()))
            });
        }
        let entries: Vec<Entry> = snapshot.shown_or_refuted().collect();
        let has_one = |item: &FunctionItem| entries.iter().any(|entry| item.span.contains(entry.span()));
        let found = snapshot.functions.iter().filter(|(item, _)| has_one(item));
        shown.functions = Some(found.map(|(item, _)| item.name.clone()).collect());
        lenses(snapshot, &|_, title| title)
    }
}

/// Returns a code lens for each function with findings.
pub(super) async fn handle(server: &Server, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
    let snapshot = request::analysed(server, params.text_document.uri).await?;
    let snapshot = snapshot.filter(|snapshot| snapshot.settings.code_lens);
    Ok(snapshot.map(|snapshot| server.lenses().of(&snapshot)))
}

/// Returns the lenses of a document. `told` gets the name of each function with the title of its lens, if it has findings,
/// and says what is shown.
fn lenses(snapshot: &Snapshot, told: &dyn Fn(&str, Option<String>) -> Option<String>) -> Vec<CodeLens> {
    let entries: Vec<Entry> = snapshot.shown_or_refuted().collect();
    let positions = snapshot.positions();
    let lens = |item: &FunctionItem| {
        let inside: Vec<&Entry> = entries.iter().filter(|entry| item.span.contains(entry.span())).collect();
        let title = told(&item.name, title(inside.iter().copied()))?;
        let ids: Vec<&str> = inside.iter().map(|entry| entry.id.as_str()).collect();
        let command = if snapshot.session.commands { SHOW_FINDINGS } else { OPEN_FINDINGS };
        let start = positions.position(item.span.start);
        Some(CodeLens {
            range: Range::new(start, start),
            command: Some(Command {
                title,
                command: command.to_owned(),
                arguments: Some(vec![json!({ "uri": snapshot.uri, "function": item.name, "ids": ids })]),
            }),
            data: None,
        })
    };
    snapshot.functions.iter().filter_map(|(item, _)| lens(item)).collect()
}

/// Returns the title of a code lens, such as "2 findings, 3 refuted"; `None` if there are no findings at all.
fn title<'a>(entries: impl Iterator<Item = &'a Entry<'a>>) -> Option<String> {
    let (mut kept, mut refuted) = (0, 0);
    for entry in entries {
        *if entry.is_refuted() { &mut refuted } else { &mut kept } += 1;
    }
    let findings = format!("{kept} finding{}", if kept == 1 { "" } else { "s" });
    match (kept, refuted) {
        (0, 0) => None,
        (_, 0) => Some(findings),
        (0, _) => Some(format!("{refuted} refuted")),
        _ => Some(format!("{findings}, {refuted} refuted")),
    }
}

/// Returns the findings of a function as plain text.
pub(super) async fn text(server: &Server, params: LensParams) -> Result<String> {
    let snapshot = request::complete(server, params.uri).await?;
    let mut out = format!("What was found in {}:\n", params.function);
    for entry in snapshot.shown_or_refuted().filter(|entry| entry.finding().function == params.function) {
        let line = entry.located.line(entry.finding().span);
        let verdict = if entry.is_refuted() {
            String::new()
        } else {
            format!(" ({})", entry.finding().verdict.as_str())
        };
        let _ = writeln!(out, "line {line}: {}{verdict}: {}", entry.finding().id(), entry.located.message());
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::Lenses;
    use crate::lsp::snapshot::testing::snapshot;

    #[test]
    fn a_lens_counts_what_was_found_and_refuted() {
        let snapshot = snapshot(
            "void f(void) { BUG; FINE; }\nvoid g(void) { BUG; BUG; }\nvoid h(void) { FINE; }\nvoid k(void) { }\n",
            1,
            1,
        );
        let titles: Vec<String> =
            Lenses::default().of(&snapshot).into_iter().map(|lens| lens.command.unwrap().title).collect();
        assert_eq!(titles, ["1 finding, 1 refuted", "2 findings", "1 refuted"]);
    }

    #[test]
    fn no_lens_comes_or_goes_before_the_text_is_saved() {
        let lenses = Lenses::default();
        let titles = |text: &str| -> Vec<String> {
            let snapshot = snapshot(text, 1, 1);
            lenses.of(&snapshot).into_iter().map(|lens| lens.command.unwrap().title).collect()
        };
        let uri = snapshot("", 1, 1).uri;
        assert_eq!(titles("void f(void) { BUG; }\nvoid g(void) { }\n"), ["1 finding"]);
        lenses.changed(&uri);
        assert_eq!(titles("void f(void) { }\nvoid g(void) { BUG; BUG; }\n"), ["0 findings"]);
        lenses.saved(&uri);
        assert_eq!(titles("void f(void) { }\nvoid g(void) { BUG; BUG; }\n"), ["2 findings"]);
    }
}
