//! `textDocument/codeAction`: ways to look at a finding.

use serde_json::json;
use tower_lsp::{
    jsonrpc::Result,
    lsp_types::{
        CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, CodeActionParams,
        CodeActionResponse, Command, Diagnostic,
    },
};

use super::{
    commands::View,
    diagnostics, request,
    server::Server,
    snapshot::{Entry, Snapshot},
};

/// Answers with the actions at the findings that a range touches.
pub(super) async fn handle(server: &Server, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
    let asked = request::around(server, params.text_document.uri, params.range);
    let Some(snapshot) = asked.await? else { return Ok(None) };
    if !wants_ours(&params.context) {
        return Ok(None);
    }
    let entries: Vec<Entry> = snapshot.touched(params.range).collect();
    let several = entries.len() > 1;
    let actions: CodeActionResponse = entries
        .iter()
        .flat_map(|entry| actions(&snapshot, entry, &params.context, several))
        .map(CodeActionOrCommand::CodeAction)
        .collect();
    Ok(Some(actions).filter(|actions| !actions.is_empty()))
}

/// An asked kind includes those below it, and the empty kind all.
fn wants_ours(context: &CodeActionContext) -> bool {
    context.only.as_ref().is_none_or(|kinds| {
        kinds.iter().any(|kind| *kind == CodeActionKind::EMPTY || *kind == CodeActionKind::QUICKFIX)
    })
}

fn actions(
    snapshot: &Snapshot,
    entry: &Entry,
    context: &CodeActionContext,
    several: bool,
) -> impl Iterator<Item = CodeAction> {
    let diagnostic = shown(context, entry).unwrap_or_else(|| diagnostics::diagnostic(snapshot, entry));
    let views = [View::Trace, View::Observer].into_iter();
    let arguments = json!({ "uri": snapshot.uri, "id": entry.id });
    let suffix = if several { format!(" ({})", entry.finding().rule.id()) } else { String::new() };
    views.filter(|view| *view == View::Trace || entry.located.proof().is_some()).map(move |view| {
        let title = format!("{}{suffix}", view.title());
        CodeAction {
            title: title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic.clone()]),
            command: Some(Command {
                title,
                command: view.command(snapshot.session.commands).to_owned(),
                arguments: Some(vec![arguments.clone()]),
            }),
            ..CodeAction::default()
        }
    })
}

/// The diagnostic as the client has it.
fn shown(context: &CodeActionContext, entry: &Entry) -> Option<Diagnostic> {
    let is_it = |diagnostic: &&Diagnostic| {
        diagnostic.data.as_ref().is_some_and(|data| data["id"] == entry.id.as_str())
    };
    context.diagnostics.iter().find(is_it).cloned()
}
