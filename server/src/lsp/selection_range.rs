//! `textDocument/selectionRange`: the parts of a document around places, for selections that grow.

use tower_lsp::lsp_types::{Position, SelectionRange, SelectionRangeParams};

use super::{
    positions::{Encoding, Positions},
    raw::{RawText, around},
    server::Server,
};

/// Returns the parts around each place of the current text; `None` if the document is not C, or if the
/// settings turn this off.
pub(super) fn handle(
    server: &Server,
    params: SelectionRangeParams,
) -> impl Future<Output = Option<Vec<SelectionRange>>> + Send + use<> {
    let encoding = server.session().encoding;
    server.documents().ask_tree(params.text_document.uri, move |raw| {
        params.positions.iter().map(|place| ranges(&raw, encoding, *place)).collect()
    })
}

fn ranges(raw: &RawText, encoding: Encoding, place: Position) -> SelectionRange {
    let positions = Positions::of(&raw.source, encoding);
    let parts = around(raw, positions.offset(place));
    let outermost = parts.into_iter().rev().fold(None, |parent: Option<Box<SelectionRange>>, part| {
        Some(Box::new(SelectionRange { range: positions.range(part), parent }))
    });
    outermost.map(|range| *range).unwrap_or_default()
}
