//! `textDocument/foldingRange`: the parts of a document that can be folded.

use tower_lsp::lsp_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams};

use super::{
    positions::Positions,
    raw::{Fold, FoldKind, RawText, folds},
    server::Server,
    session::Session,
};

/// Returns the folds of the current text; `None` if the document is not C, or if the settings turn this off.
pub(super) fn handle(
    server: &Server,
    params: FoldingRangeParams,
) -> impl Future<Output = Option<Vec<FoldingRange>>> + Send + use<> {
    let session = server.session();
    server.documents().ask_tree(params.text_document.uri, move |raw| ranges(&raw, session))
}

fn ranges(raw: &RawText, session: Session) -> Vec<FoldingRange> {
    let positions = Positions::of(&raw.source, session.encoding);
    let mut folds = folds(raw);
    if let Some(most) = session.most_folds.map(|most| most as usize).filter(|most| *most < folds.len()) {
        folds.sort_by_key(|fold| fold.depth);
        folds.truncate(most);
        folds.sort_by_key(|fold| fold.span.start);
    }
    let mut ranges: Vec<FoldingRange> =
        folds.iter().filter_map(|fold| range(&positions, fold, session.folds_lines)).collect();
    if session.folds_lines {
        // Of the folds that begin on one line, a client shows one. The first is the largest.
        ranges.dedup_by_key(|range| range.start_line);
    }
    ranges
}

/// Returns a fold as a range of lines, with the columns unless the client folds whole lines.
fn range(positions: &Positions, fold: &Fold, whole_lines: bool) -> Option<FoldingRange> {
    let range = positions.range(fold.span);
    let kind = match fold.kind {
        FoldKind::Block => None,
        FoldKind::Comment => Some(FoldingRangeKind::Comment),
        FoldKind::Includes => Some(FoldingRangeKind::Imports),
        FoldKind::Branch => Some(FoldingRangeKind::Region),
    };
    // The line of a closing brace may go on, as with `} else {`, so it stays.
    let closes = u32::from(whole_lines && fold.kind == FoldKind::Block);
    let (start, end) = (range.start, range.end);
    let end_line = end.line - closes;
    let column = |column: u32| Some(column).filter(|_| !whole_lines);
    (start.line < end_line).then(|| FoldingRange {
        start_line: start.line,
        start_character: column(start.character),
        end_line,
        end_character: column(end.character),
        kind,
        collapsed_text: None,
    })
}
