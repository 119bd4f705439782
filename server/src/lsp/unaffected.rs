//! Carries the results of an older text over to functions that edits did not touch. So the editor can show
//! these results until the new text is analysed.

use std::sync::Arc;

use csieve_analysis::{
    syntax::FunctionItem,
    text::{Change, SourceText, Span},
};
use tower_lsp::lsp_types::Range;

use super::{
    positions::Positions,
    snapshot::{Functions, Snapshot},
};

/// Returns the snapshot `shown` of an older text as one of the newer text `source`. Returns `None` if the
/// range touches a place where the texts differ, or a function in which they differ.
pub(super) fn unaffected(
    shown: &Snapshot,
    source: &SourceText,
    version: i32,
    range: Range,
) -> Option<Snapshot> {
    let asked = Positions::of(source, shown.session.encoding).span(range);
    let Some(change) = Change::between(shown.source.text(), source.text()) else {
        return Some(Snapshot { version, ..shown.clone() });
    };
    let meets = |span: Span| span.start <= asked.end && asked.start <= span.end;
    if meets(Span { start: change.start, end: change.new_end }) {
        return None;
    }
    let mut functions: Functions = Vec::with_capacity(shown.functions.len());
    for (item, report) in &shown.functions {
        if let Some(by) = change.moves(item.span) {
            functions.push((moved(item, by), report.clone()));
        } else {
            // The function stays in the list without its report, so that other functions of the same name
            // keep their numbers.
            let end = (i64::from(item.span.end) + change.by()).max(i64::from(change.new_end));
            let span = Span { start: item.span.start.min(change.start), end: end as u32 };
            if meets(span) {
                return None;
            }
            functions.push((FunctionItem { span, ..item.clone() }, None));
        }
    }
    let suppressions = shown.suppressions.after(&shown.source, source, change);
    Some(Snapshot {
        version,
        suppressions: Arc::new(suppressions),
        source: source.clone(),
        functions,
        ..shown.clone()
    })
}

fn moved(item: &FunctionItem, by: i64) -> FunctionItem {
    let at = |offset: u32| (i64::from(offset) + by) as u32;
    let moved = |span: Span| Span { start: at(span.start), end: at(span.end) };
    FunctionItem { span: moved(item.span), body: moved(item.body), name: item.name.clone() }
}

#[cfg(test)]
mod tests {
    use csieve_analysis::text::SourceText;
    use tower_lsp::lsp_types::{Position, Range};

    use super::unaffected;
    use crate::lsp::snapshot::testing::snapshot;

    const OLD: &str = "void f(void) { BUG; }\nvoid g(void) { x; }\nvoid h(void) { BUG; }\n";

    /// Returns the texts of the findings at a line after an edit; `None` if the text has to be analysed
    /// first.
    fn found(new: &str, line: u32) -> Option<Vec<String>> {
        let at = Position::new(line, 16);
        let shown = snapshot(OLD, 1, 1);
        let known = unaffected(&shown, &SourceText::new(new), 2, Range::new(at, at))?;
        assert_eq!(known.version, 2);
        Some(known.touched(Range::new(at, at)).map(|entry| new[entry.span().range()].to_owned()).collect())
    }

    #[test]
    fn functions_away_from_an_edit_are_known() {
        let new = OLD.replace("x;", "if (y) {\n é;");
        assert_eq!(found(&new, 0).unwrap(), ["BUG"]);
        assert_eq!(found(&new, 3).unwrap(), ["BUG"]);
        assert_eq!(found(&new, 1), None, "the function itself has to be read");
        assert_eq!(found(&new, 2), None);
    }

    #[test]
    fn a_new_function_is_not_known() {
        let new = OLD.replace("void h", "void k(void) { BUG; }\nvoid h");
        assert_eq!(found(&new, 2), None);
        assert_eq!(found(&new, 0).unwrap(), ["BUG"]);
    }

    #[test]
    fn the_same_text_is_known() {
        assert_eq!(found(OLD, 2).unwrap(), ["BUG"]);
        assert_eq!(found(OLD, 1).unwrap(), [""; 0]);
    }
}
