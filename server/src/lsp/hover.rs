//! `textDocument/hover`: the trace of the findings under the cursor.

use tower_lsp::{
    jsonrpc::Result,
    lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, Position, Range},
};

use super::{page, request, server::Server, snapshot::Snapshot};

/// Answers with the findings at a position, nothing if there are none.
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
    let texts: Vec<String> = findings.iter().map(|entry| page::hover(&entry.located)).collect();
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: texts.join("\n\n---\n\n"),
        }),
        range: Some(snapshot.positions().range(narrowest)),
    })
}
