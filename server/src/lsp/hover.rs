//! `textDocument/hover`: the trace of the findings under the cursor.

use tower_lsp::{
    jsonrpc::Result,
    lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, Position, Range},
};

use super::{
    commands::View,
    request,
    server::Server,
    snapshot::{Entry, Snapshot},
    view::{hover_page, links},
};

/// Returns the findings at a position; `None` if there are none.
pub(super) async fn handle(server: &Server, params: HoverParams) -> Result<Option<Hover>> {
    let at = params.text_document_position_params;
    let position = at.position;
    let asked = request::around(server, at.text_document.uri, Range::new(position, position));
    Ok(asked.await?.and_then(|snapshot| hover(&snapshot, position)))
}

fn hover(snapshot: &Snapshot, position: Position) -> Option<Hover> {
    let mut findings: Vec<_> = snapshot.touched(Range::new(position, position)).collect();
    findings.sort_by_key(|entry| entry.span().end - entry.span().start);
    let narrowest = findings.first()?.span();
    let contents = if snapshot.session.markdown {
        let texts: Vec<String> = findings.iter().map(|entry| markdown(snapshot, entry)).collect();
        MarkupContent { kind: MarkupKind::Markdown, value: texts.join("\n\n---\n\n") }
    } else {
        let texts: Vec<String> = findings.iter().map(|entry| plain(snapshot, entry)).collect();
        MarkupContent { kind: MarkupKind::PlainText, value: texts.join("\n") }
    };
    let range = Some(snapshot.positions().range(narrowest));
    Some(Hover { contents: HoverContents::Markup(contents), range })
}

/// Returns the page of a finding as Markdown, with links to its views if the client has them.
fn markdown(snapshot: &Snapshot, entry: &Entry) -> String {
    // Hovering should not offer to write a file, so the driver is left out.
    let views = View::of(entry, true).filter(|view| snapshot.session.commands && *view != View::Driver);
    let page =
        hover_page::markdown(&entry.located, &links(&snapshot.uri, &entry.id, views), snapshot.session);
    match snapshot.held_because(entry) {
        Some(reason) => format!("{reason}\n\n{page}"),
        None => page,
    }
}

fn plain(snapshot: &Snapshot, entry: &Entry) -> String {
    let page = hover_page::plain(&entry.located, snapshot.session);
    match snapshot.held_because(entry) {
        Some(reason) => format!("{reason}\n{page}"),
        None => page,
    }
}
