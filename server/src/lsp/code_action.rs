//! `textDocument/codeAction`: actions that show or suppress a finding.

use serde_json::json;
use tower_lsp::{
    jsonrpc::Result,
    lsp_types::{
        CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, CodeActionParams,
        CodeActionResponse, Command, Diagnostic, Range, TextEdit, WorkspaceEdit,
    },
};

use super::{
    commands::View,
    diagnostics, request,
    server::Server,
    snapshot::{Entry, Snapshot},
    suppress,
};

/// Returns the actions for the findings that a range touches.
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
        .flat_map(|entry| {
            let views = actions(&snapshot, entry, &params.context, several);
            views.chain(suppression(&snapshot, entry, &params.context, several)).collect::<Vec<_>>()
        })
        .map(CodeActionOrCommand::CodeAction)
        .collect();
    Ok(Some(actions).filter(|actions| !actions.is_empty()))
}

/// Returns whether the client asks for quick fixes, the kind of csieve's code actions. The empty kind asks
/// for all kinds.
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
    let arguments = json!({ "uri": snapshot.uri, "id": entry.id });
    let suffix = if several { format!(" ({})", entry.finding().rule.id()) } else { String::new() };
    View::of(entry, snapshot.session.commands).map(move |view| {
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

/// Returns the action that inserts a suppression comment. A client with its own command asks the user for the
/// reason. For other clients, the inserted comment has a word that the user replaces by the reason.
fn suppression(
    snapshot: &Snapshot,
    entry: &Entry,
    context: &CodeActionContext,
    several: bool,
) -> Option<CodeAction> {
    let insertion = (!entry.is_refuted()).then(|| suppress::insertion(snapshot, entry)).flatten()?;
    let suffix = if several { format!(" ({})", entry.finding().rule.id()) } else { String::new() };
    let title = format!("Suppress with a reason{suffix}");
    let diagnostic = shown(context, entry).unwrap_or_else(|| diagnostics::diagnostic(snapshot, entry));
    let action = CodeAction {
        title: title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic]),
        ..CodeAction::default()
    };
    Some(if snapshot.session.commands {
        let arguments = json!({
            "uri": snapshot.uri,
            "version": snapshot.version,
            "position": insertion.at,
            "before": insertion.before,
            "after": insertion.after,
        });
        let command =
            Command { title, command: "csieve.suppress".to_owned(), arguments: Some(vec![arguments]) };
        CodeAction { command: Some(command), ..action }
    } else {
        let text = format!("{}reason{}", insertion.before, insertion.after);
        let edit = TextEdit { range: Range::new(insertion.at, insertion.at), new_text: text };
        let changes = [(snapshot.uri.clone(), vec![edit])].into_iter().collect();
        CodeAction { edit: Some(WorkspaceEdit::new(changes)), ..action }
    })
}

/// Returns the diagnostic of a finding as the client sent it.
fn shown(context: &CodeActionContext, entry: &Entry) -> Option<Diagnostic> {
    let is_it = |diagnostic: &&Diagnostic| {
        diagnostic.data.as_ref().is_some_and(|data| data["id"] == entry.id.as_str())
    };
    context.diagnostics.iter().find(is_it).cloned()
}
