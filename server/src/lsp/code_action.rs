//! `textDocument/codeAction`: actions that correct, show or suppress a finding.

use std::sync::Arc;

use serde_json::json;
use tower_lsp::{
    jsonrpc::Result,
    lsp_types::{
        CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, CodeActionParams,
        CodeActionResponse, CodeActionTriggerKind, Command, Diagnostic, DocumentChanges, OneOf,
        OptionalVersionedTextDocumentIdentifier, Range, TextDocumentEdit, TextEdit, WorkspaceEdit,
    },
};

use super::{
    commands::View,
    diagnostics, request,
    server::Server,
    snapshot::{Entry, Snapshot},
    suppress,
};
use crate::fix::Fix;

/// The kind of actions that show something of a finding and change nothing.
pub(super) const VIEW: CodeActionKind = CodeActionKind::new("csieve.view");

/// Returns the actions for the findings that a range touches: fixes, then views, then suppressions.
pub(super) async fn handle(server: &Server, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
    let CodeActionParams { text_document, range, context, .. } = params;
    let asked = request::around(server, text_document.uri, range);
    let Some(snapshot) = asked.await? else { return Ok(None) };
    let fixes_wanted = wants(&context, &CodeActionKind::QUICKFIX);
    let fixes = if fixes_wanted { fixes(server, &snapshot, range, &context).await } else { Vec::new() };
    let entries: Vec<Entry> = snapshot.touched(range).collect();
    let several = entries.len() > 1;
    let mut actions = Vec::new();
    for entry in &entries {
        let of_entry = fixes.iter().filter(|(id, _)| *id == entry.id).flat_map(|(_, fixes)| fixes);
        let corrected = of_entry.enumerate();
        actions.extend(corrected.map(|(nth, fix)| correction(&snapshot, entry, &context, (nth, fix))));
    }
    if wants(&context, &VIEW) {
        actions.extend(entries.iter().flat_map(|entry| views(&snapshot, entry, &context, several)));
    }
    if fixes_wanted {
        let of_entry = |entry| suppression(&snapshot, entry, &context, several);
        actions.extend(entries.iter().filter_map(of_entry));
    }
    let actions: CodeActionResponse = actions.into_iter().map(CodeActionOrCommand::CodeAction).collect();
    Ok(Some(actions).filter(|actions| !actions.is_empty()))
}

/// Returns whether the client asks for actions of a kind. A kind stands for all kinds below it, the empty one
/// for all.
fn wants(context: &CodeActionContext, kind: &CodeActionKind) -> bool {
    let is_below = |asked: &CodeActionKind| {
        let rest = kind.as_str().strip_prefix(asked.as_str());
        asked.as_str().is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    context.only.as_ref().is_none_or(|kinds| kinds.iter().any(is_below))
}

/// Returns the fixes of the findings that a range touches, by the ids of the findings. They can only be tried
/// once all functions are analysed: a user who asks waits for that, an editor that only looks for a lightbulb
/// does not.
async fn fixes(
    server: &Server,
    snapshot: &Arc<Snapshot>,
    range: Range,
    context: &CodeActionContext,
) -> Vec<(String, Vec<Fix>)> {
    if snapshot.touched(range).all(|entry| entry.is_refuted()) {
        return Vec::new();
    }
    if snapshot.is_complete() {
        return request::fixes(server, Arc::clone(snapshot), range).await;
    }
    if context.trigger_kind == Some(CodeActionTriggerKind::AUTOMATIC) {
        return Vec::new();
    }
    match request::complete(server, snapshot.uri.clone()).await {
        Ok(complete) if complete.version == snapshot.version => request::fixes(server, complete, range).await,
        _ => Vec::new(),
    }
}

/// Returns the action that corrects a finding. The first one of a finding is preferred if it is safe.
fn correction(
    snapshot: &Snapshot,
    entry: &Entry,
    context: &CodeActionContext,
    (nth, fix): (usize, &Fix),
) -> CodeAction {
    let edit = |edit: &csieve_analysis::fixes::Edit| TextEdit {
        range: snapshot.positions().range(edit.span),
        new_text: edit.text.clone(),
    };
    let edits: Vec<TextEdit> = fix.edits.iter().map(edit).collect();
    CodeAction {
        title: fix.headline(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![of(snapshot, entry, context)]),
        edit: Some(workspace_edit(snapshot, edits)),
        is_preferred: Some(nth == 0 && fix.is_safe),
        ..CodeAction::default()
    }
}

/// Returns edits of a document, for its present version only if the client can say so.
fn workspace_edit(snapshot: &Snapshot, edits: Vec<TextEdit>) -> WorkspaceEdit {
    if !snapshot.session.document_changes {
        return WorkspaceEdit::new([(snapshot.uri.clone(), edits)].into_iter().collect());
    }
    let (uri, version) = (snapshot.uri.clone(), Some(snapshot.version));
    let text_document = OptionalVersionedTextDocumentIdentifier { uri, version };
    let edits = edits.into_iter().map(OneOf::Left).collect();
    let changes = DocumentChanges::Edits(vec![TextDocumentEdit { text_document, edits }]);
    WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() }
}

fn views(
    snapshot: &Snapshot,
    entry: &Entry,
    context: &CodeActionContext,
    several: bool,
) -> impl Iterator<Item = CodeAction> {
    let diagnostic = of(snapshot, entry, context);
    let arguments = json!({ "uri": snapshot.uri, "id": entry.id });
    let suffix = if several { format!(" ({})", entry.finding().id()) } else { String::new() };
    View::of(entry, snapshot.session.commands).map(move |view| {
        let title = format!("{}{suffix}", view.title());
        CodeAction {
            title: title.clone(),
            kind: Some(VIEW),
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
    let suffix = if several { format!(" ({})", entry.finding().id()) } else { String::new() };
    let title = format!("Suppress with a reason{suffix}");
    let action = CodeAction {
        title: title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![of(snapshot, entry, context)]),
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
        CodeAction { edit: Some(workspace_edit(snapshot, vec![edit])), ..action }
    })
}

/// Returns the diagnostic of a finding, as the client sent it if it did.
fn of(snapshot: &Snapshot, entry: &Entry, context: &CodeActionContext) -> Diagnostic {
    let is_it = |diagnostic: &&Diagnostic| {
        diagnostic.data.as_ref().is_some_and(|data| data["id"] == entry.id.as_str())
    };
    let shown = context.diagnostics.iter().find(is_it).cloned();
    shown.unwrap_or_else(|| diagnostics::diagnostic(snapshot, entry))
}
